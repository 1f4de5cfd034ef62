import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { type ControlProps, Field, TextField } from '#components/ui/Field.tsx';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { compilePattern } from '#lib/fields/pattern.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { HintText } from './panel.tsx';

const MEGABYTE = 1024 * 1024;
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
  /** `part` names what is typed into. */
  onChange: (rule: Rule, part: 'value' | 'message') => void;
  onRemove: () => void;
};

/** One rule: its value, and its own words where the usual ones don't fit. */
export function RuleRow({ field, rule, at, problem, onChange, onRemove }: RuleRowProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: `builder.rule_${rule.rule}` });
  return (
    <Box data-part={`rules[${at}]`}>
      <Top>
        <Field required label={label} error={problem}>
          {(control) => <RuleValue field={field} rule={rule} control={control} onChange={onChange} />}
        </Field>
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

type RuleValueProps = Pick<RuleRowProps, 'field' | 'rule' | 'onChange'> & { control: ControlProps };

function RuleValue({ field, rule, control, onChange }: RuleValueProps) {
  switch (rule.rule) {
    case 'pattern':
    case 'date_format':
      return (
        <Input
          {...control}
          spellCheck={false}
          autoCapitalize="none"
          value={rule.value}
          onChange={({ target }) => onChange({ ...rule, value: target.value }, 'value')}
        />
      );
    case 'extensions':
      return (
        <TypedInput
          control={control}
          value={rule.value.join(', ')}
          onType={(text) =>
            onChange({ ...rule, value: text.split(/[\s,;]+/).filter((one) => one !== '') }, 'value')
          }
        />
      );
    case 'max_bytes':
      return (
        <NumberInput
          control={control}
          value={rule.value / MEGABYTE}
          onType={(value) => onChange({ ...rule, value: Math.round(value * MEGABYTE) }, 'value')}
        />
      );
    case 'min':
    case 'max': {
      const type = TIME_INPUTS[field.type];
      if (!type)
        return (
          <NumberInput
            control={control}
            value={Number(rule.value)}
            onType={(value) => onChange({ ...rule, value }, 'value')}
          />
        );
      // A moment is written in UTC, as the rule keeps it.
      const isMoment = type === 'datetime-local';
      const text = String(rule.value);
      return (
        <Input
          {...control}
          type={type}
          value={isMoment ? text.replace(/(:\d\d)?(\.\d+)?Z$/, '') : text}
          onChange={({ target: { value } }) =>
            onChange({ ...rule, value: isMoment && value !== '' ? `${value}:00Z` : value }, 'value')
          }
        />
      );
    }
    default:
      return (
        <NumberInput
          control={control}
          value={rule.value}
          onType={(value) => onChange({ ...rule, value }, 'value')}
        />
      );
  }
}

const TIME_INPUTS: Partial<Record<FieldDefinition['type'], string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
};

type TypedProps<Value> = { control: ControlProps; value: Value; onType: (value: Value) => void };

/** What is typed stays as it is typed, until the value is changed from elsewhere. */
function TypedInput({ control, value, onType }: TypedProps<string>) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  useEffect(() => {
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }, [value, told]);
  return (
    <Input
      {...control}
      spellCheck={false}
      autoCapitalize="none"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const next = target.value
          .split(/[\s,;]+/)
          .filter((one) => one !== '')
          .join(', ');
        setTold(next);
        onType(target.value);
      }}
    />
  );
}

/** A number; nothing typed is no number, which the rule says. */
function NumberInput({ control, value, onType }: TypedProps<number>) {
  const [text, setText] = useState<string | null>(null);
  const shown = Number.isNaN(value) || value === null ? '' : String(value);
  const isTyped = text !== null && (text.trim() === '' ? shown === '' : Number(text) === value);
  return (
    <Input
      {...control}
      inputMode="decimal"
      value={isTyped ? text : shown}
      onChange={({ target }) => {
        const number = target.value.trim() === '' ? Number.NaN : Number(target.value.replace(',', '.'));
        setText(target.value.replace(',', '.'));
        if (!(Number.isNaN(number) && /[^\s]/.test(target.value))) onType(number);
      }}
      onBlur={() => setText(null)}
    />
  );
}

/** Whether a text would be taken, before anybody fills the form. */
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
