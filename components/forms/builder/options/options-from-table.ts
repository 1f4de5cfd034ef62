import { newId } from '#components/forms/draft/fields-in-draft.ts';
import { rowName } from '#components/table/rows/table-data.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { OPTIONS_MAX, type Option, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { loadAllPages } from '#services/all-pages.ts';
import { listRows } from '#services/table.ts';
import { aggregate } from '#services/table-views.ts';

const PAGE = 100;
/** Rows and values that are read: some have no text. */
const READ_MAX = OPTIONS_MAX + PAGE;

/** Stands for the rows themselves in place of a column: an option's id is the row's, for a column of links. */
export const ROWS = 'rows';

/** What stands in a table, to be taken as options; `hasMore` where that is more than a choice may have. */
export type FoundOptions = { options: { id: string | null; label: string }[]; hasMore: boolean };

/** Columns whose values are one text, number or choice each. */
export const offersOptions = ({ type }: Pick<WireColumn, 'type'>): boolean =>
  ['text', 'number', 'email', 'phone', 'url', 'date', 'select', 'multi-select', 'checkboxes'].includes(type);

const labelOf = (text: string) => text.trim().slice(0, TEXT_LIMITS.option);

async function rowOptions(
  id: string,
  columns: readonly WireColumn[],
  signal: AbortSignal,
): Promise<FoundOptions> {
  const { data, hasMore } = await loadAllPages(
    async (page) => {
      const found = await listRows(id, { page, page_size: PAGE }, signal);
      return { data: found.data, hasMore: Boolean(found.next) };
    },
    { size: PAGE, most: READ_MAX },
  );
  // A row that was added meanwhile moves another one to the next page.
  const rows = [...new Map(data.map((row) => [row.id, row])).values()];
  const options = rows.flatMap((row) => {
    const label = labelOf(rowName(columns, row));
    return label === '' ? [] : [{ id: row.id, label }];
  });
  return { options: options.slice(0, OPTIONS_MAX), hasMore: hasMore || options.length > OPTIONS_MAX };
}

/** The values of a column, each once, or the names of rows, as options. @throws the client's error */
export async function findOptions(
  id: string,
  columns: readonly WireColumn[],
  columnId: string,
  signal: AbortSignal,
): Promise<FoundOptions> {
  if (columnId === ROWS) return rowOptions(id, columns, signal);
  const column = columns.find((one) => one.id === columnId);
  if (!column) return { options: [], hasMore: false };
  if (column.options && (column.type === 'select' || isChoice({ ...column, type: 'select' })))
    return { options: column.options.map((one) => ({ ...one })), hasMore: false };
  const { data, hasMore } = await loadAllPages(
    async (page) => {
      const groups = await aggregate(id, { group: columnId, page, page_size: PAGE }, signal);
      return { data: groups, hasMore: groups.length === PAGE };
    },
    { size: PAGE, most: READ_MAX },
  );
  const options = data.flatMap(({ group }) => {
    const label = group === null ? '' : labelOf(String(group));
    return label === '' ? [] : [{ id: null, label }];
  });
  return { options: options.slice(0, OPTIONS_MAX), hasMore: hasMore || options.length > OPTIONS_MAX };
}

/**
 * Options as they are taken into a choice: a row or an option of a column keeps its id; of plain values, those that the
 * choice has already keep theirs, and with them their answers.
 */
export function takenOptions({ options }: FoundOptions, before: readonly Option[]): Option[] {
  const byLabel = new Map(before.map(({ id, label }) => [label, id]));
  return options.map(({ id, label }) => ({ id: id ?? byLabel.get(label) ?? newId('o'), label }));
}

/** What stands in a table by now and is no option of a choice that was taken from it, as far as the choice has room. */
export function newOptions(found: FoundOptions, before: readonly Option[]): Option[] {
  const known = new Set(before.map(({ id }) => id));
  return takenOptions(found, before)
    .filter(({ id }) => !known.has(id))
    .slice(0, Math.max(0, OPTIONS_MAX - before.length));
}
