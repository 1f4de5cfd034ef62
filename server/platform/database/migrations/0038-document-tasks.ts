import { type Kysely, sql } from 'kysely';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * The open tasks of documents, by their Markdown (`lib/text/document-tasks.ts` has the same rules): kept by a trigger, as links
 * between items are, because content is written in several places.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table document_task (
    item_id uuid not null references item on delete cascade,
    -- Counts all tasks of the document from 0.
    number integer not null,
    -- Its first line, as Markdown.
    text text not null,
    -- Whom it mentions. Not references: accounts may be deleted.
    people uuid[] not null,
    -- The first day that it names, as in 2026-11-27.
    due text collate "C",
    primary key (item_id, number)
  )`.execute(database);
  await sql`create index document_task_people on document_task using gin (people)`.execute(database);
  await sql`create index document_task_due on document_task (due)`.execute(database);
  await sql`create function document_tasks_in(markdown text)
    returns table (number integer, text text, people uuid[], due text)
    language plpgsql immutable parallel safe as $$
    declare
      line text;
      fence text;
      mark text;
      found text[];
      tasks integer := 0;
    begin
      foreach line in array string_to_array(markdown, E'\n') loop
        mark := substring(line from '^[ \t>]*(\`{3,}|~{3,})');
        if fence is null and mark is not null then
          fence := mark;
        elsif fence is not null then
          if starts_with(mark, fence) and right(rtrim(line, E' \t\r'), length(mark)) = mark then
            fence := null;
          end if;
        elsif strpos(line, '[') > 0 then
          found := regexp_match(line,
            '^(?:[ \t>]|[-*+][ \t]|\\d+[.)][ \t])*[-*+][ \t]+\\[([ xX])\\](?:[ \t]+(.*))?$');
          if found is not null then
            document_tasks_in.number := tasks;
            document_tasks_in.text := left(btrim(coalesce(found[2], ''), E' \t\r'), 2000);
            tasks := tasks + 1;
            if found[1] = ' ' and document_tasks_in.text <> '' then
              document_tasks_in.people := array(
                select distinct matched[1]::uuid
                from regexp_matches(document_tasks_in.text, '\\]\\(user:(${sql.raw(ID)})\\)', 'gi') matched);
              document_tasks_in.due := substring(document_tasks_in.text
                from '\\(date:(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))\\)');
              return next;
              exit when tasks >= 10000;
            end if;
          end if;
        end if;
      end loop;
    end $$`.execute(database);
  await sql`create function note_document_tasks() returns trigger language plpgsql as $$
    begin
      delete from document_task where item_id = new.id;
      if new.content like '%[ ]%' then
        insert into document_task (item_id, number, text, people, due)
          select new.id, found.number, found.text, found.people, found.due from document_tasks_in(new.content) found;
      end if;
      return null;
    end $$`.execute(database);
  await sql`create trigger document_tasks_of_new after insert on item
    for each row when (new.content like '%[ ]%') execute function note_document_tasks()`.execute(database);
  await sql`create trigger document_tasks_of_changed after update of content on item
    for each row when (new.content is distinct from old.content
      and (new.content like '%[ ]%' or old.content like '%[ ]%'))
    execute function note_document_tasks()`.execute(database);
  await sql`insert into document_task (item_id, number, text, people, due)
    select item.id, found.number, found.text, found.people, found.due
    from item cross join document_tasks_in(item.content) found
    where item.content like '%[ ]%'`.execute(database);
}
