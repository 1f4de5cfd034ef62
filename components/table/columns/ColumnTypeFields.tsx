import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { ROLLUP_FUNCTIONS } from '#lib/fields/column-base.ts';
import { isShownThroughLinks } from '#lib/fields/column-kinds.ts';
import { currenciesWith } from '#lib/text/currency.ts';
import { listColumns } from '#services/table.ts';
import { orListError } from '../rows/row-queries.ts';
import type { ColumnDraft } from './column-draft.ts';
import { LinkedTable } from './LinkedTable.tsx';

type PartProps = {
  /** The columns of the table. */
  columns: readonly WireColumn[];
  draft: ColumnDraft;
  errors: Record<string, string>;
  isNew: boolean;
  /** The space whose tables are offered first for a link. */
  slug: string;
  set: (change: Partial<ColumnDraft>) => void;
};

/** The link column, the column there, and what a rollup makes of its values. */
function LookedUp({ columns, draft, errors, set }: PartProps) {
  const intl = useIntl();
  const links = columns.filter(({ type }) => type === 'link');
  const tableId = links.find(({ id }) => id === draft.via)?.table ?? '';
  const { data = [] } = useQuery({
    queryKey: ['columns of', tableId],
    queryFn: ({ signal }) => orListError(listColumns(tableId, signal)),
    enabled: tableId !== '',
  });
  const isShown = (column: WireColumn) => isShownThroughLinks(column, draft.type === 'lookup');
  const choose = <option value="">{intl.formatMessage({ id: 'table.choose' })}</option>;
  return (
    <>
      <SelectField
        label={<FormattedMessage id="table.lookup_via" />}
        help={links.length === 0 ? <FormattedMessage id="table.lookup_no_link" /> : undefined}
        required
        value={draft.via}
        error={errors.via}
        onChange={({ target }) => set({ via: target.value, of: '' })}
      >
        {choose}
        {links.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={<FormattedMessage id="table.lookup_of" />}
        required={draft.type === 'lookup' || draft.function !== 'count'}
        value={draft.of}
        error={errors.of}
        onChange={({ target }) => set({ of: target.value })}
      >
        {choose}
        {data.filter(isShown).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {draft.type === 'rollup' && (
        <ChoiceField
          label={<FormattedMessage id="table.rollup_function" />}
          required
          choices={ROLLUP_FUNCTIONS}
          value={draft.function}
          error={errors.function}
          textOf={(one) => intl.formatMessage({ id: `table.rollup_${one}` })}
          onChoose={(name) => set({ function: name })}
        />
      )}
    </>
  );
}

/** What columns of a type have that others have not. */
export function ColumnTypeFields(props: PartProps) {
  const intl = useIntl();
  const { draft, errors, isNew, slug, set } = props;
  switch (draft.type) {
    case 'rating':
      return (
        <TextField
          label={<FormattedMessage id="table.rating_max" />}
          inputMode="numeric"
          value={draft.max}
          error={errors.max}
          onChange={({ target }) => set({ max: target.value })}
        />
      );
    case 'currency':
      return (
        <SelectField
          label={<FormattedMessage id="table.currency" />}
          value={draft.currency}
          error={errors.currency}
          onChange={({ target }) => set({ currency: target.value })}
        >
          <option value="">{intl.formatMessage({ id: 'table.currency_of_hub' })}</option>
          {currenciesWith(draft.currency).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      );
    case 'link':
      return (
        <LinkedTable
          {...{ isNew, slug }}
          value={draft.table}
          error={errors.table}
          onChange={(table) => set({ table })}
        />
      );
    case 'lookup':
    case 'rollup':
      return <LookedUp {...props} />;
    default:
      return null;
  }
}
