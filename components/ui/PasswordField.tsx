import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PASSWORD_SPECIALS, passwordProblems } from '#lib/text/rules.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { Input } from './control.ts';
import { Field, type FieldProps } from './Field.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Row = styled.div`
  position: relative;

  > input {
    padding-right: 48px;
  }
`;

const Toggle = styled.button`
  position: absolute;
  inset: 0 0 0 auto;
  display: grid;
  place-items: center;
  width: 44px;
  border: 0;
  border-radius: ${radius('control')};
  background: none;
  color: ${color('quiet')};

  &:hover {
    color: ${color('text')};
  }
`;

const Rules = styled.ul`
  display: grid;
  gap: 2px;
  margin-top: ${space(2)};
  font-size: 13px;
`;

const Rule = styled.li<{ $met: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${({ $met }) => color($met ? 'success' : 'quiet')};
`;

const SHOWN = ['length', 'lower', 'upper', 'digit', 'special'] as const;

type PasswordFieldProps = FieldProps & {
  value: string;
  /** Lists the rules under a new password, and which are met while it is typed. */
  rules?: boolean;
} & Omit<ComponentProps<'input'>, keyof FieldProps | 'value' | 'type'>;

/** A password field that can show its value and lists the rules that are not met while typing. */
export function PasswordField({
  rules = false,
  label,
  help,
  error,
  required,
  aside,
  id,
  ...rest
}: PasswordFieldProps) {
  const intl = useIntl();
  const [shown, setShown] = useState(false);
  const rulesId = useId();
  const toggle = intl.formatMessage({ id: shown ? 'action.hide_password' : 'action.show_password' });
  return (
    <Field label={label} error={error} required={required} aside={aside} id={id} help={help}>
      {(own) => (
        <>
          <Row>
            <Input
              autoCapitalize="none"
              spellCheck={false}
              {...rest}
              {...own}
              aria-describedby={
                [own['aria-describedby'], rules ? rulesId : null].filter(Boolean).join(' ') || undefined
              }
              type={shown ? 'text' : 'password'}
            />
            <Toggle type="button" aria-label={toggle} title={toggle} onClick={() => setShown(!shown)}>
              {shown ? (
                <EyeOff aria-hidden size={18} strokeWidth={1.75} />
              ) : (
                <Eye aria-hidden size={18} strokeWidth={1.75} />
              )}
            </Toggle>
          </Row>
          {rules && <PasswordRules id={rulesId} password={rest.value} />}
        </>
      )}
    </Field>
  );
}

function PasswordRules({ id, password }: { id: string; password: string }) {
  const broken = new Set(passwordProblems(password).map((problem) => problem.rule));
  return (
    <div id={id}>
      <VisuallyHidden>
        <FormattedMessage id="password.rules" />
      </VisuallyHidden>
      <Rules>
        {SHOWN.map((rule) => {
          const met = !broken.has(rule);
          const Icon = met ? Check : Circle;
          const ruleText = (
            <FormattedMessage id={`password.${rule}`} values={{ characters: PASSWORD_SPECIALS }} />
          );
          return (
            <Rule key={rule} $met={met}>
              <Icon aria-hidden size={14} strokeWidth={met ? 2.25 : 1.75} />
              <span>
                {ruleText}
                {met && (
                  <VisuallyHidden>
                    {' '}
                    <FormattedMessage id="password.met" />
                  </VisuallyHidden>
                )}
              </span>
            </Rule>
          );
        })}
      </Rules>
    </div>
  );
}
