import { type Kysely, sql } from 'kysely';

/** What earlier versions had not indexed yet, and the jobs that would have (docs/decisions/0105). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into index_outbox (hub_id, kind, target_id, bulk)
    select form.hub_id, 'form', form.id, true from form
    where form.published_version is not null
      and not exists (select from form_passage own where own.form_id = form.id and own.submission_id is null)`.execute(
    database,
  );
  await sql`insert into index_outbox (hub_id, kind, target_id, bulk)
    select form.hub_id, 'submissions', form.id, true from form left join answer_index done on done.form_id = form.id
    where exists (select from submission where submission.form_id = form.id
      and (done.indexed_to is null or submission.id > done.indexed_to))`.execute(database);
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as is_there`.execute(database);
  if (!rows[0]?.is_there) return;
  await sql`delete from graphile_worker._private_jobs where task_id in (
    select id from graphile_worker._private_tasks where identifier = 'index-answers')`.execute(database);
}
