import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Table } from '../table/table.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import type { Run } from './import-run.ts';
import { detailColumns, type Match } from './people-lines.ts';
import type { Headers } from './read-line.ts';

/** The columns that rows are matched by. Earlier versions stored the id of one. */
const matchIds = (stored: string | null): string[] =>
  stored === null ? [] : stored.startsWith('[') ? JSON.parse(stored) : [stored];

/** The columns that the file fills, as they are now; one that was deleted meanwhile is left out. */
export function headersOf(
  { fields, item: { kind } }: Table,
  { column_ids, match_on }: Pick<TableImport, 'column_ids' | 'match_on'>,
): Headers {
  const headers = (column_ids ?? []).map((id) => fields.find((field) => field.id === id) ?? null);
  if (headers.every((field) => field === null))
    throw new ImportAborted(
      'No column of the file is one of the table. Choose which belongs to which, and try again.',
    );
  const isMissing = (id: string) => !headers.some((field) => field?.id === id);
  const ids = matchIds(match_on);
  if (kind === 'contact' ? ids.length > 0 && ids.every(isMissing) : ids.some(isMissing))
    throw new ImportAborted('A column by which rows are known again is not in the file.');
  return headers;
}

export function matchOf(table: Table, { match_on, on_match, empty_cells }: TableImport): Match {
  const { columns, item } = table;
  const matched = matchIds(match_on).flatMap((id) => columns.find(({ field }) => field.id === id) ?? []);
  if (matched.length === 0) return null;
  const inOrder = item.kind === 'contact';
  const clears = empty_cells === 'clear';
  return { columns: matched, onMatch: on_match, clears, inOrder, details: detailColumns(table) };
}

/** The format of numbers, days and times in a file: the user's choice, else the file's own, else the hub's. */
export async function fileWrittenIn(
  database: Database | Transaction,
  hubId: string,
  { decimal_mark, date_order }: TableImport,
  { decimal }: Pick<Run, 'decimal'>,
): Promise<InputFormat> {
  const mark = decimal_mark ?? decimal;
  return {
    ...(await hubInputFormat(database, hubId)),
    ...(mark ? { decimal: mark } : {}),
    ...(date_order ? { dayOrder: date_order } : {}),
  };
}
