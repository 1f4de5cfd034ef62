import type { Values } from '#lib/fields/definition.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Table } from '../table/table.ts';
import type { TypedNumbers } from '../table/typed-numbers.ts';
import { type AppendOutcome, appendRows } from '../writes/append-rows.ts';
import { changeRows, type RowWriteOutcome, type RowWriter } from '../writes/row.service.ts';
import { writeSentRows } from '../writes/write-sent-rows.ts';

/** Who imports a file, with the rights that they have now. */
export type Importer = { caller: Caller; writer: RowWriter };

type NewLine = { values: Values; typed?: TypedNumbers | undefined };
type Change = NewLine & { id: string };

/** Changes the rows that lines are known by. @param hasLinks whether they have values of columns of links, which are stored beside their rows */
export function changeByLines(
  trx: Transaction,
  table: Table,
  changes: Change[],
  { caller, writer }: Importer,
  hasLinks: boolean,
): Promise<RowWriteOutcome[]> {
  const write = (rows: Change[]) => changeRows(trx, table, rows, writer);
  if (!hasLinks) return write(changes);
  return writeSentRows<Change, RowWriteOutcome>(trx, caller, table, changes, {
    write,
    refused: (outcome) => outcome,
    writtenId: (outcome) => (outcome.status === 'done' ? outcome.row.id : null),
  });
}

/** Adds the rows that lines become. @param hasLinks as of {@link changeByLines} */
export function addByLines(
  trx: Transaction,
  table: Table,
  rows: NewLine[],
  { caller, writer }: Importer,
  hasLinks: boolean,
): Promise<AppendOutcome[]> {
  const write = (fine: NewLine[]) => appendRows(trx, table, fine, writer.id);
  if (!hasLinks) return write(rows);
  return writeSentRows<NewLine, AppendOutcome>(trx, caller, table, rows, {
    write,
    refused: ({ errors, hints }) => ({ errors, ...(hints ? { hints } : {}) }),
    writtenId: (outcome) => ('id' in outcome ? outcome.id : null),
  });
}
