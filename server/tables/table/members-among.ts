import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { TableColumn } from './table-types.ts';

/** Those of the ids that are members of the hub. */
export async function membersAmong(
  database: Database | Transaction,
  hubId: string,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(wanted.filter(isId))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${hubId} and user_id = any(${ids}::uuid[])`.execute(
    database,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The people whom a column of people has as its default, by their ids. */
export const defaultPeople = ({ field, options }: Pick<TableColumn, 'field' | 'options'>): string[] =>
  options.type === 'person' ? [field.default].flat().filter((id) => typeof id === 'string') : [];

/** A default of people, without those that are no members; undefined where nobody is left. */
export function membersOf(value: unknown, members: ReadonlySet<string>): unknown {
  const isMember = (id: unknown) => typeof id === 'string' && members.has(id);
  if (!Array.isArray(value)) return isMember(value) ? value : undefined;
  const left = value.filter(isMember);
  return left.length > 0 ? left : undefined;
}

export const notAMember = ({ label }: Pick<FieldDefinition, 'label'>) =>
  `${label} is not a member of this hub`;
