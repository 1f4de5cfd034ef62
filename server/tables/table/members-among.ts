import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** Those of the ids that are members of the hub. */
export async function membersAmong(
  trx: Transaction,
  hubId: string,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(wanted.filter(isId))];
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${hubId} and user_id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

export const notAMember = ({ label }: Pick<FieldDefinition, 'label'>) =>
  `${label} is not a member of this hub`;
