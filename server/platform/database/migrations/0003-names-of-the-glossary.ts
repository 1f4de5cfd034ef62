import { type Kysely, sql } from 'kysely';

/** Tables and columns that had other words than docs/glossary.md. Functions of triggers name them, and are replaced. */
const statements = [
  'alter table attempt rename to rate_limit_counter',
  'alter table idempotent_answer rename to idempotency_record',
  'alter table submission_once rename to submission_idempotency_record',
  'alter table submission_idempotency_record rename column answer_sealed to response_sealed',
  'alter index submission_once_old rename to submission_idempotency_record_old',
  'alter table form_answer_change rename to submission_change_count',
  'alter table form_answer_count rename to submission_count',
  'alter table submission_count rename column answers to submissions',
  'alter table ended_table rename to deleted_table',
  'alter function count_answer_deletes() rename to count_submission_deletes',
  'alter function count_answer_changes() rename to count_submission_changes',
  'alter function note_late_answer() rename to note_late_submission',
  'alter function count_new_answers() rename to count_new_submissions',
  'alter function count_gone_answers() rename to count_deleted_submissions',
  'alter function note_ended_table() rename to note_deleted_table',
  'alter trigger user_table_ends on user_table rename to user_table_is_deleted',

  `create or replace function count_submission_deletes() returns trigger language plpgsql as $$
  begin
    execute format('insert into %1$I.submission_change_count as known (form_id, content)
      select distinct form_id, 1 from gone where exists (select from %1$I.form where form.id = gone.form_id)
      order by form_id on conflict (form_id) do update set content = known.content + 1', tg_table_schema);
    return null;
  end $$`,
  `create or replace function count_submission_changes() returns trigger language plpgsql as $$
  begin
    execute format('insert into %1$I.submission_change_count as known (form_id, content, work)
      select form_id, max(content), max(work) from (
        select later.form_id,
          (later.data is distinct from former.data or later.version <> former.version)::int as content,
          (later.state <> former.state or later.assigned_to is distinct from former.assigned_to)::int as work
        from former join later on later.id = former.id
      ) as changed
      where content + work > 0 group by form_id order by form_id
      on conflict (form_id) do update set content = known.content + excluded.content, work = known.work + excluded.work',
      tg_table_schema);
    return null;
  end $$`,
  `create or replace function note_late_submission() returns trigger language plpgsql as $$
  declare
    settled bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint - 30000;
  begin
    if new.id < (lpad(to_hex(settled), 12, '0') || '70008000000000000000')::uuid then
      execute format('insert into %1$I.submission_change_count as known (form_id, content)
        select id, 1 from %1$I.form where id = $1
        on conflict (form_id) do update set content = known.content + 1
        where known.xmin <> pg_current_xact_id()::xid', tg_table_schema) using new.form_id;
    end if;
    return null;
  end $$`,
  `create or replace function count_new_submissions() returns trigger language plpgsql as $$
  begin
    execute format('update %1$I.submission_count as known set submissions = known.submissions + given.submissions
      from (select form_id, count(*) as submissions from made group by form_id) as given
      where known.form_id = given.form_id', tg_table_schema);
    return null;
  end $$`,
  `create or replace function count_deleted_submissions() returns trigger language plpgsql as $$
  begin
    execute format('select from %1$I.form where id in (select form_id from gone) order by id for key share', tg_table_schema);
    execute format('update %1$I.submission_count as known set submissions = known.submissions - given.submissions
      from (select form_id, count(*) as submissions from gone group by form_id) as given
      where known.form_id = given.form_id', tg_table_schema);
    return null;
  end $$`,
  `create or replace function note_deleted_table() returns trigger language plpgsql as $$
  begin
    execute format('insert into %I.deleted_table (item_id) values ($1) on conflict do nothing', tg_table_schema)
      using old.item_id;
    return null;
  end $$`,
];

/** Renames what the baseline calls otherwise. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
