import { type Kysely, sql } from 'kysely';

/** How many answers a limited form has, counted as they come; and answers that came into the database late. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // Begun under the form's lock, and kept by triggers. Only forms with a limit have a row: others never wait for it.
  `create table form_answer_count (
    form_id uuid primary key references form on delete cascade,
    answers bigint not null
  )`,
  // By now the form is locked as its answers refer to it: a count that was just begun is seen.
  `create function count_new_answers() returns trigger language plpgsql as $$
  begin
    execute format('update %1$I.form_answer_count as known set answers = known.answers + given.answers
      from (select form_id, count(*) as answers from made group by form_id) as given
      where known.form_id = given.form_id', tg_table_schema);
    return null;
  end $$`,
  `create trigger submission_is_counted after insert on submission
    referencing new table as made for each statement execute function count_new_answers()`,
  `create function count_gone_answers() returns trigger language plpgsql as $$
  begin
    execute format('select from %1$I.form where id in (select form_id from gone) order by id for key share', tg_table_schema);
    execute format('update %1$I.form_answer_count as known set answers = known.answers - given.answers
      from (select form_id, count(*) as answers from gone group by form_id) as given
      where known.form_id = given.form_id', tg_table_schema);
    return null;
  end $$`,
  `create trigger submission_is_counted_no_more after delete on submission
    referencing old table as gone for each statement execute function count_gone_answers()`,

  // Summaries count on from an id of a minute ago. An answer that waited longer with an older id, for a lock or for its
  // commit, has all counted again: asked as it is committed, once a transaction.
  `create function note_late_answer() returns trigger language plpgsql as $$
  declare
    settled bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint - 30000;
  begin
    if new.id < (lpad(to_hex(settled), 12, '0') || '70008000000000000000')::uuid then
      execute format('insert into %1$I.form_answer_change as known (form_id, content)
        select id, 1 from %1$I.form where id = $1
        on conflict (form_id) do update set content = known.content + 1
        where known.xmin <> pg_current_xact_id()::xid', tg_table_schema) using new.form_id;
    end if;
    return null;
  end $$`,
  `create constraint trigger submission_came_late after insert on submission
    deferrable initially deferred for each row execute function note_late_answer()`,
];
