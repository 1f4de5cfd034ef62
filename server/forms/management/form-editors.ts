import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { FormEditors } from '#lib/contract/form-editors.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import type { SignedIn } from '#server/forms/definition/form-target.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';

/** How long an editor counts as present without a new signal, in seconds: two intervals and the transfer. */
const THERE_FOR = 50;

/** The most others that are named; the screen has no space for more anyway. */
const NAMED_MOST = 20;

/** Notes that somebody works on a form. @returns whether they were not there before */
async function noteEditor(database: Database, formId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ was_there: boolean }>`
    with known as (
      select seen_at > now() - make_interval(secs => ${THERE_FOR}) as was_there from form_editor
      where form_id = ${formId} and user_id = ${userId}
    ), gone as (
      delete from form_editor where form_id = ${formId} and user_id <> ${userId}
        and seen_at < now() - make_interval(secs => ${THERE_FOR})
    )
    insert into form_editor (form_id, user_id) values (${formId}, ${userId})
    on conflict (form_id, user_id) do update set seen_at = now()
    returning coalesce((select was_there from known), false) as was_there`.execute(database);
  return rows[0]?.was_there !== true;
}

/** The others who are editing a form now and may still change it. */
async function othersAt(database: Database, form: FormView, userId: string): Promise<FormEditors['others']> {
  const { rows } = await sql<{ id: string; name: string }>`
    select app_user.id, trim(app_user.first_name || ' ' || app_user.last_name) as name from form_editor
      join form on form.id = form_editor.form_id
      join app_user on app_user.id = form_editor.user_id
      join membership me on me.hub_id = form.hub_id and me.user_id = app_user.id and me.suspended_at is null
    where form_editor.form_id = ${form.id} and form_editor.user_id <> ${userId}
      and form_editor.seen_at > now() - make_interval(secs => ${THERE_FOR})
      and ${roleOnScope('form.scope_id', 'me')} >= ${sql.lit(ROLE_RANK.editor)}
    order by form_editor.seen_at desc limit ${NAMED_MOST}`.execute(database);
  return rows;
}

/** Registers the caller as editor of a draft; publishes an event when they were not registered. */
export async function registerEditor(
  { database, changeEvents }: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.change'>,
): Promise<FormEditors> {
  const isNew = await noteEditor(database, form.id, caller.user.id);
  if (isNew) changeEvents.publish({ about: 'editors', hubId: form.hub_id, id: form.id });
  return { others: await othersAt(database, form, caller.user.id) };
}

/** Records that the caller left a form's draft. */
export async function unregisterEditor(
  { database, changeEvents }: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.change'>,
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('form_editor')
    .where('form_id', '=', form.id)
    .where('user_id', '=', caller.user.id)
    .executeTakeFirst();
  if (numDeletedRows > 0) changeEvents.publish({ about: 'editors', hubId: form.hub_id, id: form.id });
}
