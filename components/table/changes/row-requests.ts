import type { Row, RowOutcome } from '#lib/contract/table.ts';
import { ROWS_PER_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import { addRows, deleteRows, restoreRows } from '#services/table.ts';

/** A list in parts that one request may have. */
function inParts<One>(all: readonly One[]): One[][] {
  const parts: One[][] = [];
  for (let from = 0; from < all.length; from += ROWS_PER_REQUEST_MAX)
    parts.push(all.slice(from, from + ROWS_PER_REQUEST_MAX));
  return parts;
}

/** New rows that were added, and those that were refused, by their index. */
export type AddedRows = { rows: Row[]; refused: { at: number; errors: Record<string, string[]> }[] };

/** Adds rows at the end of a table. @throws the client's error */
export async function addRowsInParts(itemId: string, values: readonly Values[]): Promise<AddedRows> {
  const added: AddedRows = { rows: [], refused: [] };
  let begin = 0;
  for (const part of inParts(values)) {
    const outcomes = await addRows(
      itemId,
      part.map((one) => ({ values: one })),
    );
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.row) added.rows.push(outcome.row);
      else added.refused.push({ at: begin + at, errors: outcome.errors ?? {} });
    }
    begin += part.length;
  }
  return added;
}

/** Sends rows, or their ids, in parts. @returns what became of each row */
async function outcomesOf<One>(
  all: readonly One[],
  send: (part: One[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const part of inParts(all)) outcomes.push(...(await send(part)));
  return outcomes;
}

export const deleteRowsInParts = (
  itemId: string,
  rows: Parameters<typeof deleteRows>[1],
): Promise<RowOutcome[]> => outcomesOf(rows, (part) => deleteRows(itemId, part));

export const restoreRowsInParts = (itemId: string, ids: readonly string[]): Promise<RowOutcome[]> =>
  outcomesOf(ids, (part) => restoreRows(itemId, part));
