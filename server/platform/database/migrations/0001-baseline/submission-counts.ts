/**
 * Counts of submissions that triggers maintain, so that no way of writing one can leave them out (docs/decisions/0021,
 * 0043). The functions name the table's own schema, so that no search path can put another table of that name before it.
 */
export const submissionCounts = [
  // How often a form's submissions changed otherwise than by new ones: what was counted before is not true any more.
  `create table form_answer_change (
    form_id uuid primary key references form on delete cascade,
    -- Submissions were deleted, or their data was edited.
    content bigint not null default 0,
    -- The team changed a state or an assignment.
    work bigint not null default 0
  )`,
  // A form that is being deleted takes its submissions with it, and is not counted for.
  `create function count_answer_deletes() returns trigger language plpgsql as $$
  begin
    execute format('insert into %1$I.form_answer_change as known (form_id, content)
      select distinct form_id, 1 from gone where exists (select from %1$I.form where form.id = gone.form_id)
      order by form_id on conflict (form_id) do update set content = known.content + 1', tg_table_schema);
    return null;
  end $$`,
  `create trigger submission_delete_is_counted after delete on submission
    referencing old table as gone for each statement execute function count_answer_deletes()`,
  `create function count_answer_changes() returns trigger language plpgsql as $$
  begin
    execute format('insert into %1$I.form_answer_change as known (form_id, content, work)
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
  `create trigger submission_change_is_counted after update on submission
    referencing old table as former new table as later for each statement execute function count_answer_changes()`,

  // Summaries count on from an id of a minute ago. A submission that waited longer with an older id, for a lock or for
  // its commit, has all counted again: asked as it is committed, once a transaction.
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

  // How many submissions a form with a limit has. It is begun under the form's lock; other forms have no row, and never
  // wait for it.
  `create table form_answer_count (
    form_id uuid primary key references form on delete cascade,
    answers bigint not null
  )`,
  // By now the form is locked, because its submissions refer to it: a count that was just begun is seen.
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
];
