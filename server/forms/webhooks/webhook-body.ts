import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { DeliveryRow } from './webhook.repo.ts';

type Fact = {
  hub_id: string;
  id: string;
  title: string;
  slug: string;
  version: number | null;
  /** It is in the trash, by itself or with its space. */
  is_trashed: boolean;
  /** Whether a hub webhook may deliver it: its admins see it. */
  admins_see: boolean;
};
type WebhookSubmission = {
  id: string;
  version: number;
  revision: number;
  language: string | null;
  values: Record<string, unknown>;
  created_at: Date;
  edited_at: Date | null;
};

/**
 * What is to be sent; or that it can't be now (the form is in the trash), or never (its subject was deleted).
 */
export type WebhookEvent = { body: string } | { wait: true } | { gone: string };

async function formOf(database: Database, id: string): Promise<Fact | undefined> {
  const { rows } = await sql<Fact>`
    select form.hub_id, form.id, coalesce(version.title, form.title) as title, form.slug,
      form.published_version as version,
      (form.trashed_at is not null or space.deleted_at is not null) as is_trashed,
      exists (select from scope_access list
        where list.scope_id = form.scope_id and list.principal in ('admins', '*')) as admins_see
    from form join space on space.id = form.space_id left join form_version version
      on version.form_id = form.id and version.version = form.published_version
    where form.id = ${id}`.execute(database);
  return rows[0];
}

async function webhookSubmission(database: Database, id: string): Promise<WebhookSubmission | undefined> {
  const { rows } = await sql<WebhookSubmission>`
    select id, version, revision, language, data as values, created_at, edited_at from submission
    where id = ${id}`.execute(database);
  return rows[0];
}

/**
 * The body of a delivery, with the data at the time of sending: nothing of a submission is stored for it. To
 * a webhook of the whole hub only a submission's id is sent.
 */
export async function webhookBody(
  database: Database,
  delivery: DeliveryRow,
  hook: { hub_id: string; form_id: string | null },
): Promise<WebhookEvent> {
  const { event_id, event, form_id, submission_id, created_at } = delivery;
  const body = { id: event_id, event, created_at: created_at.toISOString(), hub: { id: hook.hub_id } };
  if (event === 'test' || form_id === null) return { body: JSON.stringify(body) };
  const fact = await formOf(database, form_id);
  if (!fact) return { gone: 'The form was deleted.' };
  if (fact.is_trashed) return { wait: true };
  if (hook.form_id === null && !fact.admins_see)
    return { gone: 'The form was hidden from the hub’s admins.' };
  const { id, title, slug, version } = fact;
  const withForm = { ...body, form: { id, title, slug, version } };
  if (submission_id === null) return { body: JSON.stringify(withForm) };
  if (hook.form_id === null || event === 'submission.deleted') {
    return { body: JSON.stringify({ ...withForm, submission: { id: submission_id } }) };
  }
  const submission = await webhookSubmission(database, submission_id);
  return submission
    ? { body: JSON.stringify({ ...withForm, submission }) }
    : { gone: 'The answer was deleted before it was told.' };
}
