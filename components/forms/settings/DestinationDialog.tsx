import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { Destination } from '#lib/contract/form-destination.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { mappedColumnsOf } from '#lib/forms/columns-and-fields.ts';
import {
  fitsColumn,
  fittingMapping,
  isMappable,
  suggestMapping,
  unfilledColumns,
} from '#lib/forms/mapped-values.ts';
import { setDestination } from '#services/form-destination.ts';
import { listColumns } from '#services/table.ts';
import { listTables } from '#services/table-views.ts';
import { space } from '#styles/tokens.ts';

const Fields = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type DestinationDialogProps = {
  form: { id: string; space_slug: string };
  fields: readonly FieldDefinition[];
  now: Destination | null;
  onClose: () => void;
  onSaved: (destination: Destination) => void;
};

type Mapping = Record<string, string>;
type ColumnSelectProps = {
  field: FieldDefinition;
  columns: ReturnType<typeof mappedColumnsOf>;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
};

/** The column that a field is written into; each column takes one field. */
function ColumnSelect({ field, columns, mapping, onChange }: ColumnSelectProps) {
  const intl = useIntl();
  const isTaken = (column: string) =>
    Object.entries(mapping).some(([other, to]) => to === column && other !== field.id);
  return (
    <SelectField
      label={<bdi>{field.label}</bdi>}
      required
      value={mapping[field.id] ?? ''}
      onChange={({ target }) => {
        const { [field.id]: _, ...rest } = mapping;
        onChange(target.value === '' ? rest : { ...rest, [field.id]: target.value });
      }}
    >
      <option value="">{intl.formatMessage({ id: 'form_table.nowhere' })}</option>
      {columns
        .filter((column) => fitsColumn(field, column))
        .map(({ id, label }) => (
          <option key={id} value={id} disabled={isTaken(id)}>
            {label}
          </option>
        ))}
    </SelectField>
  );
}

/** Names columns that a new row needs and no field fills. */
function UnfilledNotice({ columns }: { columns: readonly { label: string }[] }) {
  const intl = useIntl();
  if (columns.length === 0) return null;
  const labels = columns.map(({ label }) => label);
  return (
    <Notice tone="warning">
      <FormattedMessage
        id="form_table.unfilled"
        values={{ columns: intl.formatList(labels, { type: 'conjunction' }) }}
      />
    </Notice>
  );
}

/** Which table a form's submissions are written into, and each field into which column. */
export function DestinationDialog({ form, fields, now, onClose, onSaved }: DestinationDialogProps) {
  const intl = useIntl();
  const [tableId, setTableId] = useState(now?.item_id ?? '');
  const [chosen, setChosen] = useState<Mapping | null>(now?.mapping ?? null);
  const [match, setMatch] = useState(now?.match_field ?? '');
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const tables = useQuery({
    queryKey: ['tables of', form.space_slug],
    queryFn: async ({ signal }) => ({ data: await listTables(form.space_slug, signal) }),
  });
  const columns = useQuery({
    queryKey: ['columns of', tableId],
    queryFn: async ({ signal }) => ({ data: await listColumns(tableId, signal) }),
    enabled: tableId !== '',
  });
  const found = columns.data?.data;
  const mapped = useMemo(() => (found ? mappedColumnsOf(found) : null), [found]);
  const mappable = fields.filter(isMappable);
  // What was deleted since could not be saved again.
  const columnsNow = mapped ?? [];
  const mapping = chosen
    ? fittingMapping({ fields: mappable, columns: columnsNow }, chosen)
    : suggestMapping(mappable, columnsNow);
  const count = Object.keys(mapping).length;
  const unfilled = unfilledColumns(
    columnsNow.filter(({ id }) => !found?.some((column) => column.id === id && column.default_from)),
    mapping,
  );
  const save = async () => {
    setBusy(true);
    try {
      const match_field = mapping[match] === undefined ? null : match;
      onSaved(await setDestination(form.id, { item_id: tableId, mapping, match_field }));
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const failure = problem ?? tables.error ?? columns.error;
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="form_table.dialog" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} disabled={!mapped || count === 0} onClick={() => void save()}>
            <FormattedMessage id="form_table.save" />
          </Button>
        </>
      }
    >
      <Fields>
        {failure !== null && <Notice tone="error">{failureText(failure)}</Notice>}
        <SelectField
          label={<FormattedMessage id="form_table.table" />}
          help={<FormattedMessage id="form_table.table_help" />}
          required
          value={tableId}
          onChange={({ target }) => {
            setTableId(target.value);
            setChosen(null);
            setMatch('');
          }}
        >
          <option value="">{intl.formatMessage({ id: 'table.choose' })}</option>
          {now?.table && !tables.data?.data.some(({ id }) => id === now.item_id) && (
            <option value={now.item_id}>{now.table.title}</option>
          )}
          {tables.data?.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        {tableId !== '' && !mapped && !columns.error && <SkeletonList rows={3} />}
        {mapped &&
          mappable.map((field) => (
            <ColumnSelect
              key={field.id}
              field={field}
              columns={mapped}
              mapping={mapping}
              onChange={setChosen}
            />
          ))}
        {count > 0 && <UnfilledNotice columns={unfilled} />}
        {mapped && (
          <SelectField
            label={<FormattedMessage id="form_table.match" />}
            help={<FormattedMessage id="form_table.match_help" />}
            required
            value={mapping[match] === undefined ? '' : match}
            onChange={({ target }) => setMatch(target.value)}
          >
            <option value="">{intl.formatMessage({ id: 'form_table.match_none' })}</option>
            {mappable
              .filter(({ id }) => mapping[id] !== undefined)
              .map(({ id, label }) => (
                <option key={id} value={id}>
                  {intl.formatMessage({ id: 'form_table.match_by' }, { label })}
                </option>
              ))}
          </SelectField>
        )}
      </Fields>
    </Modal>
  );
}
