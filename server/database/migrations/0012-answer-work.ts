import { type Kysely, sql } from 'kysely';

/** What the team does with answers, the indexes by which they are sorted, filtered and counted, and how far visitors come. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

/** Of values that are not of this kind there is no entry: each value stands in one of these indexes alone. */
const valueIndex = (name: string, key: string, column: string) =>
  `create index submission_value_${name} on submission_value (form_id, field_id, ${key}, submission_id, position)
    where ${column} is not null`;

const STATEMENTS = [
  `alter table submission add column assigned_to uuid references app_user on delete set null`,
  'create index submission_assigned on submission (assigned_to, form_id, id) where assigned_to is not null',
  // Answers in order, and their counts by version, state and day, without reading what was answered.
  `create index submission_listed on submission (form_id, id) include (version, state, created_at)`,
  'create index submission_of_version on submission (form_id, version)',
  'create index submission_of_state on submission (form_id, state, id)',
  'drop index submission_of_form',
  'drop index submission_counts',

  // Sorted lists, filters and summaries read these; the text's order is the one that people expect.
  valueIndex('num', 'num', 'num'),
  valueIndex('ts', 'ts', 'ts'),
  valueIndex('option', 'option', 'option'),
  valueIndex('text', 'text collate "und-x-icu"', 'text'),
  `create index submission_value_other on submission_value (form_id, field_id, submission_id, position)
    where num is null and ts is null and option is null and text is null`,
  'drop index submission_value_summary',

  // The words of an answer; of one that is very long, those at its beginning: an index entry has a limit.
  `create function submission_words(data jsonb) returns tsvector language sql immutable parallel safe
    return case when length(data::text) < 300000
      then jsonb_to_tsvector('pg_catalog.simple'::regconfig, data, '["string", "numeric"]')
      else to_tsvector('pg_catalog.simple'::regconfig, left(data::text, 300000)) end`,
  // Words wait in a short list, so that no answer waits for all of its words to be sorted in.
  `create index submission_words on submission using gin (form_id, submission_words(data))
    with (gin_pending_list_limit = 512)`,

  `create table submission_note (
    id uuid primary key,
    submission_id uuid not null references submission on delete cascade,
    author_id uuid references app_user on delete set null,
    body text not null,
    created_at timestamptz not null default now()
  )`,
  'create index submission_note_of on submission_note (submission_id, id)',
  'create index submission_note_author on submission_note (author_id)',

  // Counts the changes of a form's answers that are no new answers: what was counted before is not true any more.
  `create table form_answer_change (
    form_id uuid primary key references form on delete cascade,
    -- Answers were deleted, or what they say was edited.
    content bigint not null default 0,
    -- The team changed a state or an assignment.
    work bigint not null default 0
  )`,
  // A form that is being deleted takes its answers with it, and is not counted for.
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

  // How far a visit came in filling a form: a random id of one visit, for a day or two, and then the counts alone.
  `create table form_visit (
    form_id uuid not null references form on delete cascade,
    visit text not null,
    version integer not null,
    -- Pages count from 0; as many as there are means that the answer was sent.
    page smallint not null,
    day date not null,
    primary key (form_id, visit)
  )`,
  'create index form_visit_ended on form_visit (day)',
  `create table form_visit_count (
    form_id uuid not null references form on delete cascade,
    version integer not null,
    day date not null,
    page smallint not null,
    visits bigint not null,
    primary key (form_id, version, day, page)
  )`,
];
