import { type RawBuilder, sql } from 'kysely';
import type { PersonSubmission } from '#lib/contract/contacts.ts';
import { canReadSubmissions, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Submissions that are listed of one person: the newest ones. */
const LISTED_MAX = 500;
/** Of one form by one address. */
const OF_FORM_MAX = 500;

/** As the index of addresses has it (migration 0059). */
const isAddress = sql`length(value.text) < 321 and value.text ~ '(@|^\\+[0-9])'`;

/** Submissions of the hub's forms that have one of these addresses or numbers. */
const byAddress = (hubId: string, addresses: readonly string[]): RawBuilder<unknown> => sql`
  select form.id as form_id, found.submission_id
  from form cross join unnest(${addresses}::text[]) as one (address) cross join lateral (
    select value.submission_id from submission_value as value
    where value.form_id = form.id and lower(value.text) = one.address and ${isAddress}
    order by value.submission_id desc limit ${sql.lit(OF_FORM_MAX)}
  ) as found
  where form.hub_id = ${hubId} and form.trashed_at is null`;

/** Submissions that a form wrote into this row. */
const byRow = (itemId: string, rowId: string): RawBuilder<unknown> => sql`
  (select form_id, submission_id from submission_row where item_id = ${itemId} and row_id = ${rowId}
    order by submission_id desc limit ${sql.lit(LISTED_MAX)})`;

/**
 * The submissions of a person of a contact list that the reader may read, the newest first: those with an address or a
 * number of the person, and those that wrote the row.
 * @param addresses in small letters, numbers as they are stored
 */
export async function submissionsOfPerson(
  database: Database,
  row: { hubId: string; itemId: string; rowId: string },
  addresses: readonly string[],
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
): Promise<PersonSubmission[]> {
  const limit = Math.min(pageSize, Math.max(0, LISTED_MAX - (page - 1) * pageSize));
  if (limit === 0) return [];
  const { rows } = await sql<Omit<PersonSubmission, 'created_at'> & { created_at: Date }>`
    with found as materialized (${byAddress(row.hubId, addresses)} union ${byRow(row.itemId, row.rowId)}),
    readable as materialized (
      select form.id, coalesce(version.title, form.title) as title,
        case when form.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} is not null
          then space.slug else '' end as space_slug
      from (select distinct form_id from found) as one join form on form.id = one.form_id
        join space on space.id = form.space_id and space.deleted_at is null
        join membership me on me.hub_id = form.hub_id and me.user_id = ${userId} and me.suspended_at is null
        left join form_version version on version.form_id = form.id and version.version = form.published_version
      where form.hub_id = ${row.hubId} and form.trashed_at is null and ${canReadSubmissions('form', 'me')}
    )
    select submission.id, submission.form_id, readable.title as form_title,
      readable.space_slug, submission.created_at
    from found join readable on readable.id = found.form_id
      join submission on submission.id = found.submission_id and submission.form_id = found.form_id
    order by submission.created_at desc, submission.id desc
    limit ${limit} offset ${(page - 1) * pageSize}`.execute(database);
  return rows.map((one) => ({ ...one, created_at: one.created_at.toISOString() }));
}
