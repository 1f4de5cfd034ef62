import { useIntl } from 'react-intl';
import { NumberField, useUnclearProblem } from '#components/fields/NumberField.tsx';
import { TimeEditor } from '#components/fields/TimeEditor.tsx';
import { Input } from '#components/ui/control.ts';
import { Field } from '#components/ui/Field.tsx';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { TypedInput } from './TypedInput.tsx';

const MEGABYTE = 1024 * 1024;
/** One byte is about a millionth of a megabyte. */
const MEGABYTE_DIGITS = 1e6;

const megabytesOf = (bytes: unknown): unknown =>
  typeof bytes === 'number' ? Math.round((bytes / MEGABYTE) * MEGABYTE_DIGITS) / MEGABYTE_DIGITS : bytes;

const bytesOf = (megabytes: number | string) =>
  typeof megabytes === 'number' ? Math.round(megabytes * MEGABYTE) : megabytes;

/**
 * The rule with another number, or with the typed text if that is invalid or ambiguous: a draft preserves it as typed,
 * and is not saved before it is a number.
 */
const withNumber = (rule: Rule, value: number | string) => ({ ...rule, value }) as Rule;

type RuleFieldProps = {
  field: FieldDefinition;
  rule: Rule;
  problem: string | undefined;
  onChange: (rule: Rule) => void;
};

/** The bound of a rule, with its label and its problem. */
export function RuleField({ field, rule, problem, onChange }: RuleFieldProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: `builder.rule_${rule.rule}` });
  const shared = { label, problem };
  switch (rule.rule) {
    case 'pattern':
    case 'date_format':
      return (
        <Field required label={label} error={problem}>
          {(control) => (
            <Input
              {...control}
              spellCheck={false}
              autoCapitalize="none"
              value={rule.value}
              onChange={({ target }) => onChange({ ...rule, value: target.value })}
            />
          )}
        </Field>
      );
    case 'extensions':
      return (
        <Field required label={label} error={problem}>
          {(control) => (
            <TypedInput
              control={control}
              value={rule.value.join(', ')}
              onType={(text) =>
                onChange({ ...rule, value: text.split(/[\s,;]+/).filter((one) => one !== '') })
              }
            />
          )}
        </Field>
      );
    case 'max_bytes':
      return (
        <NumberBound
          {...shared}
          value={megabytesOf(rule.value)}
          onType={(value) => onChange(withNumber(rule, bytesOf(value)))}
        />
      );
    case 'min':
    case 'max': {
      const { type } = field;
      if (type === 'date' || type === 'time' || type === 'datetime')
        return (
          <TimeBound
            {...shared}
            type={type}
            value={String(rule.value)}
            onType={(value) => onChange({ ...rule, value })}
          />
        );
      return (
        <NumberBound {...shared} value={rule.value} onType={(value) => onChange(withNumber(rule, value))} />
      );
    }
    default:
      return (
        <NumberBound {...shared} value={rule.value} onType={(value) => onChange(withNumber(rule, value))} />
      );
  }
}

type BoundProps<Value, Typed = Value> = {
  label: string;
  problem: string | undefined;
  value: Value;
  onType: (value: Typed) => void;
};

/** A number; an invalid or ambiguous text stays as typed. */
function NumberBound({ onType, ...shown }: BoundProps<unknown, number | string>) {
  return (
    <NumberField
      {...shown}
      onChange={(next) => onType(typeof next === 'number' || typeof next === 'string' ? next : '')}
    />
  );
}

/** A date, a time, or a moment in the form's time zone. */
function TimeBound({
  label,
  problem,
  value,
  onType,
  type,
}: BoundProps<string> & { type: 'date' | 'time' | 'datetime' }) {
  const field: FieldDefinition = { id: 'bound', name: 'bound', label, type };
  const unclear = useUnclearProblem(field, value);
  return (
    <Field required label={label} error={unclear ?? problem}>
      {(control) => (
        <TimeEditor
          field={field}
          control={{ ...control, name: control.id }}
          value={value}
          onChange={(next) => onType(typeof next === 'string' ? next : '')}
        />
      )}
    </Field>
  );
}
