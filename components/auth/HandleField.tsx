import { Check } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { color, space } from '#styles/tokens.ts';
import type { HandleState } from './use-handle-check.ts';

const Line = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
`;

/** The status icon stays beside the address, whatever its length. */
const Address = styled.span`
  display: flex;
  gap: ${space(2)};
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    margin-top: 2px;
    color: ${color('success')};
  }
`;

type HandleFieldProps = {
  name: string;
  label: string;
  value: string;
  error: string | null | undefined;
  check: HandleState;
  onChange: (value: string) => void;
};

/** A hub's handle: the resulting address, whether it is available, and an available alternative. */
export function HandleField({ name, label, value, error, check, onChange }: HandleFieldProps) {
  const { publicUrl } = useShell().config;
  const refused = check.state === 'wrong' || check.state === 'taken' ? check.message : null;
  const taken = check.state === 'taken' ? check : null;
  return (
    <TextField
      name={name}
      label={label}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={error ?? refused ?? (taken ? <FormattedMessage id="create_hub.handle_taken" /> : null)}
      help={
        <Line aria-live="polite">
          {value && check.state !== 'wrong' && (
            <Address>
              {check.state === 'free' && <Check aria-hidden size={15} strokeWidth={2} />}
              {`${publicUrl}/${value}`}
            </Address>
          )}
          {check.state === 'checking' && <FormattedMessage id="create_hub.handle_checking" />}
          {check.state === 'free' && <FormattedMessage id="create_hub.handle_free" />}
          {(check.state === 'empty' || check.state === 'wrong') && (
            <FormattedMessage id="create_hub.handle_help" />
          )}
          {taken && (
            <Button variant="link" onClick={() => onChange(taken.suggestion)}>
              <FormattedMessage id="create_hub.handle_use" values={{ suggestion: taken.suggestion }} />
            </Button>
          )}
        </Line>
      }
    />
  );
}
