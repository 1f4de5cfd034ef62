import { type FormEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Column } from '#lib/contract/table.ts';
import { COMPUTED_TYPES, FIELD_TYPES, type FieldType, isChoice } from '#lib/fields/field-types.ts';
import { fieldErrorsOf, messageOf } from '#services/http.ts';
import { addColumn, changeColumn } from '#services/table.ts';
import { space } from '#styles/tokens.ts';
import { InnerFields } from './InnerFields.tsx';
import { definitionsOf, innerFieldsOf, optionsFromLines } from './inner-fields.ts';

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

/** Types of which a row may contain several values. */
const takesSeveral = (type: FieldType) => type === 'file' || type === 'form';

type ColumnDialogProps = {
  itemId: string;
  /** Null for a new one. */
  column: Column | null;
  /** Whether there are rows already, which have no value in a new column. */
  hasRows: boolean;
  onSaved: (column: Column) => void;
  onClose: () => void;
};

/** A column's label, type, options, formula, and whether a value is required. */
export function ColumnDialog({ itemId, column, hasRows, onSaved, onClose }: ColumnDialogProps) {
  const intl = useIntl();
  const formId = useId();
  const [label, setLabel] = useState(column?.label ?? '');
  const [type, setType] = useState<FieldType>(column?.type ?? 'text');
  const [options, setOptions] = useState((column?.options ?? []).map((one) => one.label).join('\n'));
  const [formula, setFormula] = useState(column?.formula ?? '');
  const [required, setRequired] = useState(column?.required !== false);
  const [multiple, setMultiple] = useState(column?.multiple === true);
  const [inner, setInner] = useState(() => innerFieldsOf(column?.fields));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isComputable = COMPUTED_TYPES.includes(type) && column?.multiple !== true;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setErrors({});
    const definition = {
      label,
      type,
      required,
      options: isChoice({ type }) ? optionsFromLines(options, column?.options) : null,
      formula: isComputable && formula.trim() !== '' ? formula : null,
      ...(takesSeveral(type) ? { multiple } : {}),
      ...(type === 'form' ? { fields: definitionsOf(inner) } : column?.fields ? { fields: null } : {}),
    };
    try {
      onSaved(column ? await changeColumn(itemId, column, definition) : await addColumn(itemId, definition));
    } catch (error) {
      setBusy(false);
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      const known =
        ['label', 'type', 'formula'].some((key) => fields[key]) ||
        Object.keys(fields).some((key) => /^(?:options|fields)\b/.test(key));
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
          required
          value={type}
          error={errors.type}
          help={column && column.type !== type ? <FormattedMessage id="table.type_change" /> : undefined}
          onChange={(event) => {
            const next = FIELD_TYPES.find((one) => one === event.target.value);
            if (next) setType(next);
          }}
        >
          {FIELD_TYPES.map((one) => (
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
        {type === 'form' && <InnerFields fields={inner} errors={errors} onChange={setInner} />}
        {takesSeveral(type) && (
          <Check>
            <input
              type="checkbox"
              checked={multiple}
              onChange={(event) => setMultiple(event.target.checked)}
            />
            <FormattedMessage id={type === 'file' ? 'table.column_files' : 'table.column_forms'} />
          </Check>
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
        {required && hasRows && (
          <p>
            <FormattedMessage id="table.column_required_rows" />
          </p>
        )}
      </Parts>
    </Modal>
  );
}
