import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';

type FieldId = { id: string; path: string };

/** The ids of a column and of the fields of its nested forms, with their paths in its definition. */
const idsOf = ({ id, fields = [] }: FieldDefinition, path = ''): FieldId[] => [
  { id, path: `${path}id` },
  ...fields.flatMap((field, at) => idsOf(field, `${path}fields[${at}].`)),
];

/**
 * Values and files are found by the ids of their fields: those that a column gets are none that a deleted column has, nor a field
 * in one.
 * @param before the column as it is, when it is changed
 * @throws ApiError 422
 */
export async function refuseDeletedIds(
  trx: Transaction,
  itemId: string,
  field: FieldDefinition,
  before: FieldDefinition | null,
): Promise<void> {
  const known = new Set(before ? idsOf(before).map(({ id }) => id) : []);
  const added = idsOf(field).filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const { rows } = await sql<{ definition: FieldDefinition }>`
    select definition from deleted_column where item_id = ${itemId}`.execute(trx);
  const deleted = new Set(rows.flatMap(({ definition }) => idsOf(definition).map(({ id }) => id)));
  const taken = added.filter(({ id }) => deleted.has(id));
  if (taken.length === 0) return;
  const problem = 'A deleted column has this id, or a field in it. Restore that column, or choose another id';
  throw invalid(Object.fromEntries(taken.map(({ path }) => [path, [problem]])));
}
