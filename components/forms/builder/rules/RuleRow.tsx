import { X } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { HintText } from '#components/forms/builder/panel/panel.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { compilePattern } from '#lib/fields/pattern.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { RuleField } from './RuleField.tsx';

const MESSAGE_MAX = 500;

const Box = styled.div`
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
`;

const Top = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
`;

type RuleRowProps = {
  field: FieldDefinition;
  rule: Rule;
  at: number;
  problem: string | undefined;
  /** `part` is the part that is typed into. */
  onChange: (rule: Rule, part: 'value' | 'message') => void;
  onRemove: () => void;
};

/** A rule: its value, and its own message where the default one doesn't fit. */
export function RuleRow({ field, rule, at, problem, onChange, onRemove }: RuleRowProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: `builder.rule_${rule.rule}` });
  return (
    <Box data-part={`rules[${at}]`}>
      <Top>
        <RuleField field={field} rule={rule} problem={problem} onChange={(next) => onChange(next, 'value')} />
        <IconButton
          icon={X}
          size="small"
          label={intl.formatMessage({ id: 'builder.remove_rule' }, { rule: label })}
          onClick={onRemove}
        />
      </Top>
      {rule.rule === 'pattern' && <TryPattern pattern={rule.value} />}
      <TextField
        dir="auto"
        maxLength={MESSAGE_MAX}
        label={<FormattedMessage id="builder.rule_message" />}
        value={rule.message ?? ''}
        onChange={({ target: { value } }) => {
          const { message: _, ...rest } = rule;
          onChange(value === '' ? rest : { ...rest, message: value }, 'message');
        }}
      />
    </Box>
  );
}

/** Tests whether a text would match, before the form is used. */
function TryPattern({ pattern }: { pattern: string }) {
  const intl = useIntl();
  const [text, setText] = useState('');
  const read = compilePattern(pattern);
  const isFound = read.ok && read.pattern.matches(text, { left: MATCH_BUDGET_MAX });
  const outcome = isFound === null ? 'slow' : isFound ? 'yes' : 'no';
  return (
    <div>
      <TextField
        dir="auto"
        label={<FormattedMessage id="builder.try" />}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <HintText aria-live="polite">
        {text !== '' && read.ok && intl.formatMessage({ id: `builder.try_${outcome}` })}
      </HintText>
      <HintText>
        <FormattedMessage id="builder.pattern_help" />
      </HintText>
    </div>
  );
}
