import { type FormEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#components/common/Field.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import type { Column } from '#lib/contract/table.ts';
import type { Option } from '#lib/fields/definition.ts';
import { COMPUTED_TYPES, FIELD_TYPES, type FieldType, isChoice } from '#lib/fields/field-types.ts';
import { fieldErrorsOf, messageOf } from '#services/http.ts';
import { addColumn, changeColumn } from '#services/table.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

const Check = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
`;

/** Types that a column can have on this screen; a form in a row comes by the API. */
const TYPES = FIELD_TYPES.filter((type) => type !== 'file' && type !== 'form');

/** Options by their lines: one whose line stayed, or was only worded anew, keeps its id. */
export function optionsOfLines(
  text: string,
  before: readonly Option[] = [],
): { id?: string; label: string }[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const kept = new Set(labels.flatMap((label) => before.find((one) => one.label === label)?.id ?? []));
  return labels.map((label, at) => {
    const same = before.find((one) => one.label === label);
    if (same) return same;
    const worded = labels.length === before.length ? before[at] : undefined;
    return worded && !kept.has(worded.id) ? { id: worded.id, label } : { label };
  });
}

type ColumnDialogProps = {
  itemId: string;
  /** Null for a new one. */
  column: Column | null;
  onSaved: (column: Column) => void;
  onClose: () => void;
};

/** A column's label, type, options, formula, and whether every row must have something there. */
export function ColumnDialog({ itemId, column, onSaved, onClose }: ColumnDialogProps) {
  const intl = useIntl();
  const formId = useId();
  const [label, setLabel] = useState(column?.label ?? '');
  const [type, setType] = useState<FieldType>(column?.type ?? 'text');
  const [options, setOptions] = useState((column?.options ?? []).map((one) => one.label).join('\n'));
  const [formula, setFormula] = useState(column?.formula ?? '');
  const [required, setRequired] = useState(column ? column.required !== false : false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isComputable = COMPUTED_TYPES.includes(type) && column?.multiple !== true;
  const types = TYPES.some((one) => one === type) ? TYPES : [...TYPES, type];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setErrors({});
    const definition = {
      label,
      type,
      required,
      options: isChoice({ type }) ? optionsOfLines(options, column?.options) : null,
      formula: isComputable && formula.trim() !== '' ? formula : null,
    };
    try {
      onSaved(column ? await changeColumn(itemId, column, definition) : await addColumn(itemId, definition));
    } catch (error) {
      setBusy(false);
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      const known =
        ['label', 'type', 'formula'].some((key) => fields[key]) ||
        Object.keys(fields).some((key) => key.startsWith('options'));
      if (!known) setProblem(messageOf(error));
    }
  };
  const optionProblem = Object.entries(errors).find(([key]) => key.startsWith('options'))?.[1];

  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id={column ? 'table.change_column' : 'table.add_column'} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            <FormattedMessage id={column ? 'table.save' : 'table.add'} />
          </Button>
        </>
      }
    >
      <Parts id={formId} noValidate onSubmit={(event) => void save(event)}>
        {problem && <Notice tone="error">{problem}</Notice>}
        <TextField
          label={<FormattedMessage id="table.column_label" />}
          value={label}
          error={errors.label}
          required
          dir="auto"
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
        <SelectField
          label={<FormattedMessage id="table.column_type" />}
          value={type}
          error={errors.type}
          help={column && column.type !== type ? <FormattedMessage id="table.type_change" /> : undefined}
          onChange={(event) => {
            const next = FIELD_TYPES.find((one) => one === event.target.value);
            if (next) setType(next);
          }}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `field_type.${one}` })}
            </option>
          ))}
        </SelectField>
        {isChoice({ type }) && (
          <TextAreaField
            label={<FormattedMessage id="table.column_options" />}
            help={<FormattedMessage id="table.column_options_help" />}
            value={options}
            error={optionProblem}
            required
            rows={5}
            dir="auto"
            onChange={(event) => setOptions(event.target.value)}
          />
        )}
        {isComputable && (
          <TextField
            label={<FormattedMessage id="table.column_formula" />}
            help={<FormattedMessage id="table.column_formula_help" />}
            value={formula}
            error={errors.formula}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFormula(event.target.value)}
          />
        )}
        <Check>
          <input type="checkbox" checked={required} onChange={(event) => setRequired(event.target.checked)} />
          <FormattedMessage id="table.column_required" />
        </Check>
      </Parts>
    </Modal>
  );
}
