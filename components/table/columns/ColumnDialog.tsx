import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { COLUMN_TYPES } from '#lib/fields/column-base.ts';
import { space } from '#styles/tokens.ts';
import { CheckField } from './CheckField.tsx';
import { ColumnFormula } from './ColumnFormula.tsx';
import { ColumnTypeFields } from './ColumnTypeFields.tsx';
import { type ColumnDraft, defaultOptions, withDefault } from './column-draft.ts';
import { DefaultValue } from './DefaultValue.tsx';
import { InnerFields } from './InnerFields.tsx';
import { OptionList } from './OptionList.tsx';
import { UnfitValues } from './UnfitValues.tsx';
import { useColumnDraft } from './use-column-draft.ts';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

const SEVERAL_MESSAGES: Partial<Record<string, 'table.column_files' | 'table.column_forms'>> = {
  file: 'table.column_files',
  form: 'table.column_forms',
};

type ColumnDialogProps = {
  itemId: string;
  /** Null for a new one. */
  column: WireColumn | null;
  /** All columns of the table, and the space whose tables can be linked to. */
  columns?: readonly WireColumn[];
  slug?: string;
  /** Whether there are rows already, which have no value in a new column. */
  hasRows: boolean;
  /** Resolves once no cells are being written any more. */
  whenIdle?: () => Promise<void>;
  onSaved: (column: WireColumn) => void;
  onClose: () => void;
};

type ColumnTypeFieldProps = {
  /** Undefined for a new column. */
  before: string | undefined;
  type: ColumnDraft['type'];
  error: string | undefined;
  onChange: (change: Partial<ColumnDraft>) => void;
};

/** A link stays one, and nothing else becomes one: its rows are linked on both sides. */
const isOffered = (before: string | undefined, type: ColumnDraft['type']): boolean =>
  before === undefined || (before === 'link') === (type === 'link');

function ColumnTypeField({ before, type, error, onChange }: ColumnTypeFieldProps) {
  const intl = useIntl();
  return (
    <SelectField
      label={<FormattedMessage id="table.column_type" />}
      required
      value={type}
      error={error}
      help={before !== undefined && before !== type ? <FormattedMessage id="table.type_change" /> : undefined}
      onChange={({ target }) =>
        onChange({
          type: COLUMN_TYPES.find((one) => one === target.value) ?? type,
          // Values of another type.
          default: undefined,
          isDefaultComputed: false,
        })
      }
    >
      {COLUMN_TYPES.filter((one) => isOffered(before, one)).map((one) => (
        <option key={one} value={one}>
          {intl.formatMessage({ id: `column_type.${one}` })}
        </option>
      ))}
    </SelectField>
  );
}

/** A column's label, type and what that has, and whether a value is required. */
export function ColumnDialog({
  itemId,
  column,
  columns = [],
  slug = '',
  hasRows,
  whenIdle,
  onSaved,
  onClose,
}: ColumnDialogProps) {
  const formId = useId();
  const { draft, set, parts, options, setOptions, optionProblems, inner, setInner, ...saving } =
    useColumnDraft({ itemId, column, whenIdle, onSaved });
  const { form, preview, busy, problem, errors, save } = saving;

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
            <FormattedMessage id={preview ? 'table.change_anyway' : column ? 'table.save' : 'table.add'} />
          </Button>
        </>
      }
    >
      <Parts ref={form} id={formId} noValidate onSubmit={(event) => void save(event)}>
        {problem && <Notice tone="error">{problem}</Notice>}
        <TextField
          label={<FormattedMessage id="table.column_label" />}
          value={draft.label}
          error={errors.label}
          required
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => set({ label: target.value })}
        />
        <ColumnTypeField before={column?.type} type={draft.type} error={errors.type} onChange={set} />
        {preview && <UnfitValues {...preview} />}
        <ColumnTypeFields {...{ columns, draft, errors, slug, set }} isNew={column === null} />
        {parts.hasOptions && (
          <OptionList
            options={options}
            defaults={defaultOptions(draft)}
            problem={errors.options ?? errors.option_colors}
            problems={optionProblems}
            onChange={setOptions}
            onDefault={(id) => set({ default: withDefault(draft, id) })}
          />
        )}
        {parts.hasFields && <InnerFields fields={inner} errors={errors} onChange={setInner} />}
        {parts.hasSeveral && (
          <CheckField checked={draft.multiple} onChange={(multiple) => set({ multiple })}>
            <FormattedMessage id={SEVERAL_MESSAGES[draft.type] ?? 'table.column_several'} />
          </CheckField>
        )}
        {parts.hasFormula && column?.multiple !== true && (
          <ColumnFormula
            isRequired={draft.type === 'formula'}
            value={draft.formula}
            error={errors.formula}
            columns={columns}
            onChange={(formula) => set({ formula })}
          />
        )}
        <TextField
          label={<FormattedMessage id="table.column_help" />}
          value={draft.help}
          error={errors.help}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => set({ help: target.value })}
        />
        {parts.hasDefault && !parts.hasOptions && (
          <DefaultValue
            draft={draft}
            rules={column?.type === draft.type ? column.rules : undefined}
            error={errors.default ?? errors.default_from}
            onChange={set}
          />
        )}
        {parts.hasUnique && (
          <CheckField checked={draft.unique} onChange={(unique) => set({ unique })}>
            <FormattedMessage id="table.column_unique" />
          </CheckField>
        )}
        {errors.unique && <p>{errors.unique}</p>}
        {parts.isWritten && (
          <CheckField checked={draft.required} onChange={(required) => set({ required })}>
            <FormattedMessage id="table.column_required" />
          </CheckField>
        )}
        {parts.isWritten && draft.required && hasRows && (
          <p>
            <FormattedMessage id="table.column_required_rows" />
          </p>
        )}
      </Parts>
    </Modal>
  );
}
