import { isDeepStrictEqual } from 'node:util';
import type { Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { rowFileErrors } from '../rows/row-file.repo.ts';
import { deletedLinks, tableOfDeletedColumns } from '../table/deleted-columns.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';
import type { RowChange } from '../writes/row.service.ts';
import { type BatchOutcome, changedRowsOf } from './bulk-change.repo.ts';
import { type Batch, cellReader, type DeletedPart, writeBatch } from './write-batch.ts';

/** What the next rows get back in some columns. */
type Reverted = {
  /** By the ids of rows: what each cell has, and what it gets. */
  cells: Map<string, CellChanges>;
  /** Of how many rows a cell was changed since, by the message that says so. */
  changedSince: ReadonlyMap<string, number>;
};

type Before = Awaited<ReturnType<typeof changedRowsOf>>;
type ReadRow = Pick<TableRow, 'id' | 'values'>;

/** What cells had; those that somebody changed meanwhile keep what they have. */
async function revertedCells(
  { trx, ids }: Batch,
  before: Before,
  columns: readonly TableColumn[],
  rows: Iterable<ReadRow>,
): Promise<Reverted> {
  const cellOf = await cellReader(trx, columns, ids);
  const cells = new Map<string, CellChanges>();
  const changedSince = new Map<string, number>();
  for (const row of rows) {
    for (const column of columns) {
      const pair = before.get(row.id)?.cells?.[column.field.id];
      if (!pair) continue;
      const [from, to] = pair;
      const now = cellOf(column, row);
      if (isDeepStrictEqual(now, to ?? null))
        cells.set(row.id, { ...cells.get(row.id), [column.field.id]: [now, from] });
      else {
        const message = `${column.field.label} was changed by somebody else meanwhile`;
        changedSince.set(message, (changedSince.get(message) ?? 0) + 1);
      }
    }
  }
  return { cells, changedSince };
}

const narrowed = (table: Table, concerned: ReadonlySet<string>): Table => {
  const columns = table.columns.filter(({ field }) => concerned.has(field.id));
  return { ...table, columns, fields: columns.map(({ field }) => field) };
};

/** Of the deleted columns, those that the change concerned: of links, and with values of their own. */
async function deletedAmong(
  { trx, table }: Batch,
  concerned: ReadonlySet<string>,
): Promise<{ links: LinkColumn[]; behind: Table | null }> {
  if (!table.deleted?.some(({ id }) => concerned.has(id))) return { links: [], behind: null };
  const links = (await deletedLinks(trx, table)).filter(({ field }) => concerned.has(field.id));
  const all = await tableOfDeletedColumns(trx, table);
  const behind = all && narrowed(all, concerned);
  return { links, behind: behind && behind.columns.length > 0 ? behind : null };
}

/** Rows whose files of deleted columns are those of other rows by now, or are no more: with what is to be said of them. */
async function lostFiles(
  { trx }: Batch,
  behind: Table,
  cells: Reverted['cells'],
): Promise<Map<string, string[]>> {
  const named = [...cells].map(([id, changes]) => {
    const values = behind.fields.flatMap((field): [string, unknown][] => {
      const pair = changes[field.id];
      return pair ? [[field.name, pair[1]]] : [];
    });
    return { id, values: Object.fromEntries(values) };
  });
  const problems = await rowFileErrors(trx, behind, named);
  return new Map([...problems].map(([id, some]) => [id, Object.values(englishErrors(some)).flat()]));
}

/** The values of columns as a change of a row has them. */
const valuesOf = (columns: readonly TableColumn[], cells: CellChanges = {}): Values =>
  Object.fromEntries(
    columns.flatMap(({ field }): [string, unknown][] => {
      const pair = cells[field.id];
      return pair ? [[field.name, pair[1]]] : [];
    }),
  );

/** What is counted of several rows. */
function addCounts(...all: ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [text, rows] of counts) sum.set(text, (sum.get(text) ?? 0) + rows);
  return sum;
}

const NOTHING: BatchOutcome = { changed: [], unchanged: 0, skipped: 0, refused: 0, problems: new Map() };

/** Gives cells back what they had, also those of deleted columns; those that somebody changed meanwhile keep what they have. */
export async function revertBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, table, bulk, ids } = batch;
  const before = await changedRowsOf(trx, bulk.undoes ?? '', ids);
  const concerned = new Set([...before.values()].flatMap(({ cells }) => Object.keys(cells ?? {})));
  const { columns } = narrowed(table, concerned);
  const rows = await rowsByIds(trx, table, ids, { lock: 'change' });
  const shown = await revertedCells(batch, before, columns, rows.values());
  const { links, behind } = await deletedAmong(batch, concerned);
  const ofLinks = await revertedCells(batch, before, links, rows.values());
  const rowsBehind = behind ? await rowsByIds(trx, behind, ids) : new Map<string, TableRow>();
  const hidden = await revertedCells(batch, before, behind?.columns ?? [], rowsBehind.values());
  const refused = behind ? await lostFiles(batch, behind, hidden.cells) : new Map<string, string[]>();
  const cells = new Map<string, CellChanges>();
  const changes = ids.flatMap((id): RowChange[] => {
    const isConcerned = [shown, ofLinks, hidden].some((part) => part.cells.has(id));
    if (!isConcerned || refused.has(id)) return [];
    cells.set(id, { ...ofLinks.cells.get(id), ...hidden.cells.get(id) });
    return [
      {
        id,
        values: { ...valuesOf(columns, shown.cells.get(id)), ...valuesOf(links, ofLinks.cells.get(id)) },
      },
    ];
  });
  const deleted: DeletedPart = { links, behind, cells };
  const outcome = changes.length > 0 ? await writeBatch(batch, { changes, columns, deleted }) : NOTHING;
  const problems = [...refused.values()]
    .flatMap((texts) => [...new Set(texts)])
    .map((text) => new Map([[text, 1]]));
  return {
    ...outcome,
    refused: outcome.refused + refused.size,
    skipped: outcome.skipped + ids.length - changes.length - refused.size,
    problems: addCounts(
      outcome.problems,
      ...problems,
      shown.changedSince,
      ofLinks.changedSince,
      hidden.changedSince,
    ),
  };
}
