import { type RawBuilder, sql } from 'kysely';
import type { SubmissionReader } from '#lib/contract/submissions.ts';
import { canReadSubmissions } from '#server/access/policy/role-on-scope.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { isHubGuest } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

const READERS_MAX = 50;

/** The members who may read a form's submissions (`form-policy`), with the requester as `person` and `me`. */
const readersWhere = (formId: string, condition: RawBuilder<unknown>) => sql`
  from form
    join membership me on me.hub_id = form.hub_id and me.suspended_at is null
    join app_user person on person.id = me.user_id
  where form.id = ${formId} and ${condition}
    and ${canReadSubmissions('form', 'me')}`;

const WHOLE_NAME = sql`trim(person.first_name || ' ' || person.last_name)`;

const IN_BY_NAME = sql`(form.created_by = person.id or exists (
  select from scope_access list where list.scope_id = form.scope_id and list.principal = 'user:' || person.id))`;

/**
 * The people who may read a form's submissions, by name; those whose name or address contains `q`. A guest of
 * the hub sees nobody's address, and can't search by it: users without a name have an empty one then. Guests
 * see those who are added by name, as in “Who can see this?”.
 */
export async function submissionReaders(
  database: Database,
  form: Pick<FormView, 'id' | 'hub_id'>,
  { q, requesterId }: { q: string | undefined; requesterId: string },
): Promise<SubmissionReader[]> {
  const isGuest = await isHubGuest(database, form.hub_id, requesterId);
  const known = isGuest ? WHOLE_NAME : sql`${WHOLE_NAME} || ' ' || person.email`;
  const name = isGuest ? WHOLE_NAME : sql`coalesce(nullif(${WHOLE_NAME}, ''), person.email)`;
  const named = q === undefined ? sql`true` : sql`strpos(lower(${known}), lower(${q})) > 0`;
  const listed = isGuest ? sql`(${named} and ${IN_BY_NAME})` : named;
  const { rows } = await sql<SubmissionReader>`
    select person.id, ${name} as name ${readersWhere(form.id, listed)}
    order by lower(${WHOLE_NAME}), person.id limit ${READERS_MAX}`.execute(database);
  return rows;
}

/** Whether a user may read a form's submissions. */
export async function isSubmissionReader(
  database: Database | Transaction,
  form: Pick<FormView, 'id'>,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 ${readersWhere(form.id, sql`person.id = ${userId}`)}`.execute(database);
  return rows.length > 0;
}
