import { type FormEvent, useContext, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { NumberField } from '#components/fields/NumberField.tsx';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { Comparison, FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, type Operator, operatorsFor } from '#lib/fields/field-types.ts';
import { parseLocalDateTime } from '#lib/fields/local-date-time.ts';
import * as message from '#lib/text/messages.ts';
import { space } from '#styles/tokens.ts';
import type { SubmissionColumns } from './submission-columns.ts';

const Parts = styled.form`
  display: grid;
  gap: ${space(4)};
`;

const INPUTS: Partial<Record<FieldDefinition['type'], string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
};

const needsValue = (op: Operator): boolean => op !== 'is_empty' && op !== 'is_not_empty';

const optionsOf = (field: FieldDefinition) => (isChoice(field) ? (field.options ?? []) : []);

const textOf = (typed: unknown): string => (typeof typed === 'string' ? typed : '');

/** A typed value in the form that conditions need; null for an invalid one. */
function readTyped(field: FieldDefinition, typed: string, timeZone: string | undefined): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (field.type === 'datetime') {
    const read = parseLocalDateTime(text, timeZone);
    if (read.kind === 'none') return null;
    // For a local time that doesn't exist or occurs twice, the first reading excludes nothing.
    return read.kind === 'moment' ? read.moment : read.readings[0];
  }
  return text;
}

/** The condition that was filled in, or why there is none. */
function readCondition(
  field: FieldDefinition,
  op: Operator,
  typed: unknown,
  { label, timeZone }: { label: string; timeZone: string | undefined },
): { condition: Comparison } | { problem: string } {
  if (!needsValue(op)) return { condition: { field: field.id, op } };
  if (field.type === 'number') {
    if (typeof typed === 'number') return { condition: { field: field.id, op, value: typed } };
    return { problem: typed === undefined ? message.required(label) : message.invalidType(label, 'number') };
  }
  const [first] = optionsOf(field);
  const value = readTyped(field, textOf(typed) || (first?.id ?? ''), timeZone);
  return value === null
    ? { problem: message.required(label) }
    : { condition: { field: field.id, op, value } };
}

type FilterValueProps = {
  field: FieldDefinition;
  label: string;
  /** The chosen option, the text, or the number; undefined for nothing yet. */
  value: unknown;
  problem: string | null;
  onChange: (value: unknown) => void;
};

/** The value that the field's values are compared with. */
function FilterValue({ field, label, value, problem, onChange }: FilterValueProps) {
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const options = optionsOf(field);
  if (field.type === 'number')
    return <NumberField key={field.id} label={label} value={value} problem={problem} onChange={onChange} />;
  if (options.length > 0)
    return (
      <SelectField
        required
        label={label}
        value={textOf(value)}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      required
      key={field.type}
      label={label}
      type={INPUTS[field.type] ?? 'text'}
      maxLength={1000}
      value={textOf(value)}
      error={problem}
      help={
        field.type === 'datetime' && timeZone ? (
          <FormattedMessage id="submissions.filter_zone" values={{ zone: timeZone }} />
        ) : undefined
      }
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type FieldFilterProps = {
  columns: SubmissionColumns;
  onAdd: (condition: Comparison) => void;
  onClose: () => void;
};

/** Adds a filter by the value of a field. */
export function FieldFilter({ columns, onAdd, onClose }: FieldFilterProps) {
  const intl = useIntl();
  const form = useId();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const fields = [...columns.byId.values()];
  const [id, setId] = useState(fields[0]?.id ?? '');
  const [chosen, setOp] = useState<Operator | null>(null);
  const [typed, setTyped] = useState<unknown>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const field = columns.byId.get(id);
  const operators = field ? operatorsFor(field) : [];
  const op = operators.find((one) => one === chosen) ?? operators[0];
  const label = intl.formatMessage({ id: 'submissions.filter_value' });

  const change = (value: unknown) => {
    setTyped(value);
    setProblem(null);
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!field || !op) return;
    const read = readCondition(field, op, typed, { label, timeZone });
    if ('problem' in read) setProblem(read.problem);
    else onAdd(read.condition);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="submissions.add_filter" />}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" form={form} variant="primary">
            <FormattedMessage id="submissions.filter_apply" />
          </Button>
        </>
      }
    >
      <Parts id={form} onSubmit={add} noValidate>
        <SelectField
          required
          label={<FormattedMessage id="submissions.filter_field" />}
          value={id}
          onChange={({ target }) => {
            setId(target.value);
            change(undefined);
          }}
        >
          {fields.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </SelectField>
        <SelectField
          required
          label={<FormattedMessage id="submissions.filter_op" />}
          value={op}
          onChange={({ target }) => setOp(operators.find((one) => one === target.value) ?? null)}
        >
          {operators.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `submissions.op_${one}` })}
            </option>
          ))}
        </SelectField>
        {field && op && needsValue(op) && (
          <FilterValue field={field} label={label} value={typed} problem={problem} onChange={change} />
        )}
      </Parts>
    </Modal>
  );
}
