import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import type { Table } from '#server/tables/table/table.ts';

type Target = { submissionId: string; rowId: string | null };

/**
 * Files that are another row's: of the row that was deleted, or merged into the one that the submission has now.
 * @returns by their ids, those of the same files that the submission's row has, or that are made for it
 */
async function filesOfOthers(
  trx: Transaction,
  itemId: string,
  ids: readonly string[],
  { submissionId, rowId }: Target,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; own: string | null }>`
    select taken.id, (select own.id from row_file own
        where own.item_id = taken.item_id and own.row_id = ${rowId}::uuid and own.field_id = taken.field_id
          and own.file_sha256 = taken.file_sha256 and own.name = taken.name order by own.id limit 1) as own
    from row_file taken join form_file sent on sent.id = taken.id and sent.submission_id = ${submissionId}
    where taken.item_id = ${itemId} and taken.id = any(${ids}::uuid[])
      and taken.row_id is not null and taken.row_id is distinct from ${rowId}::uuid`.execute(trx);
  const copies = new Map<string, string>();
  const used = new Set<string>();
  for (const { id, own } of rows) {
    // Two files of one content and name are two all the same.
    copies.set(id, own !== null && !used.has(own) ? own : newId());
    if (own !== null) used.add(own);
  }
  return copies;
}

/**
 * Offers the files of a submission to its table, for the row that is about to name them: under the same ids, or others where these
 * belong to another row. Their bytes are not stored twice.
 * @returns the values with the ids that the row has them under
 */
export async function offerFiles(
  trx: Transaction,
  { item, columns }: Table,
  values: Values,
  target: Target,
): Promise<Values> {
  const offered = { ...values };
  for (const { field } of columns) {
    if (field.type !== 'file') continue;
    const value = values[field.name];
    const ids = [value].flat().flatMap((one) => (typeof one === 'string' && isId(one) ? [one] : []));
    if (ids.length === 0) continue;
    const copies = await filesOfOthers(trx, item.id, ids, target);
    const idOf = (id: unknown) => (typeof id === 'string' ? (copies.get(id) ?? id) : id);
    offered[field.name] = Array.isArray(value) ? value.map(idOf) : idOf(value);
    await sql`
      insert into row_file (id, item_id, field_id, row_id, file_sha256, name, mime, size, created_by)
      select input.id, ${item.id}, ${field.id}, null, file_sha256, name, mime, size, null
      from form_file join unnest(${ids}::uuid[], ${ids.map(idOf)}::uuid[]) as input (sent, id) on input.sent = form_file.id
      where submission_id = ${target.submissionId}
      on conflict (item_id, id) do update set field_id = excluded.field_id where row_file.row_id is null`.execute(
      trx,
    );
  }
  return offered;
}
