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

/** Sends the ids of rows in parts. @returns what became of each row */
async function outcomesOf(
  ids: readonly string[],
  send: (part: string[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const part of inParts(ids)) outcomes.push(...(await send(part)));
  return outcomes;
}

export const deleteRowsInParts = (
  itemId: string,
  ids: readonly string[],
  how?: Parameters<typeof deleteRows>[2],
): Promise<RowOutcome[]> => outcomesOf(ids, (part) => deleteRows(itemId, part, how));

export const restoreRowsInParts = (itemId: string, ids: readonly string[]): Promise<RowOutcome[]> =>
  outcomesOf(ids, (part) => restoreRows(itemId, part));
