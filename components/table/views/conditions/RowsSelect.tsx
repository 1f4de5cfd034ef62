import { useQueries } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { listColumns, listRows } from '#services/table.ts';
import { orListError } from '../../rows/row-queries.ts';
import { rowName } from '../../rows/table-data.ts';
import { ManySelect } from './ManySelect.tsx';

const FOUND_MAX = 30;

type RowsSelectProps = {
  label: string;
  /** The table whose rows are linked. */
  tableId: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
};

/** A select for rows of a linked table by their titles. */
export function RowsSelect({ label, tableId, chosen, onChange }: RowsSelectProps) {
  const intl = useIntl();
  const read = async (params: { q?: string; around?: string; page_size: number }, signal: AbortSignal) => {
    const [columns, { data }] = await orListError(
      Promise.all([listColumns(tableId, signal), listRows(tableId, params, signal)]),
    );
    return data.map((row) => ({
      id: row.id,
      name: rowName(columns, row) || intl.formatMessage({ id: 'table.nameless_row' }),
    }));
  };
  const names = useQueries({
    queries: chosen.map((id) => ({
      queryKey: ['linked row', tableId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => read({ around: id, page_size: 1 }, signal),
      retry: false,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data = [] }) => data.map((one) => [one.id, one.name] as const))),
  });
  return (
    <ManySelect
      label={label}
      chosen={chosen}
      isSingle={false}
      names={names}
      of={['linked rows', tableId]}
      search={(q, signal) => read({ ...(q ? { q } : {}), page_size: FOUND_MAX }, signal)}
      restricted={intl.formatMessage({ id: 'table.restricted' })}
      onChange={onChange}
    />
  );
}
