import { CompiledQuery, type RawBuilder } from 'kysely';
import { type CopyGroups, CopyInput } from './copy.ts';
import type { Transaction } from './database.ts';

/**
 * Writes rows by COPY: the fewest steps for many of them. Nothing is returned of them, and none may conflict.
 * @param target the table with its columns, in the order of the cells
 * @param groups are taken while the database stores those before; where that fails, nothing is written
 */
export async function copyRows(
  trx: Transaction,
  target: RawBuilder<unknown>,
  groups: CopyGroups,
): Promise<void> {
  const { sql: into } = target.compile(trx);
  await trx.executeQuery(CompiledQuery.raw(`copy ${into} from stdin`, [new CopyInput(groups)]));
}
