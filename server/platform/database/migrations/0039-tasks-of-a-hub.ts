import { type Kysely, sql } from 'kysely';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * Open tasks have their hub, so that a page of its list is read from an index in its order, however many tasks this hub and others
 * have. A document that is written again writes only what has changed of its tasks, and expressions run only on lines that may match.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table document_task add column hub_id uuid`.execute(database);
  await sql`update document_task task set hub_id = item.hub_id from item where item.id = task.item_id`.execute(
    database,
  );
  await sql`alter table document_task alter column hub_id set not null`.execute(database);
  // Without a day they come last.
  await sql`alter table document_task add column day text collate "C" not null
    generated always as (coalesce(due, '~')) stored`.execute(database);
  await sql`drop index document_task_due`.execute(database);
  await sql`create index document_task_of_hub on document_task (hub_id, day, item_id desc, number)`.execute(
    database,
  );
  await sql`create or replace function document_tasks_in(markdown text)
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
        mark := null;
        if strpos(line, '\`\`\`') > 0 or strpos(line, '~~~') > 0 then
          mark := substring(line from '^[ \t>]*(\`{3,}|~{3,})');
        end if;
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
              document_tasks_in.people := '{}';
              if strpos(document_tasks_in.text, '](') > 0 then
                document_tasks_in.people := array(
                  select distinct matched[1]::uuid
                  from regexp_matches(document_tasks_in.text, '\\]\\(user:(${sql.raw(ID)})\\)', 'gi') matched);
              end if;
              document_tasks_in.due := null;
              if strpos(document_tasks_in.text, '(date:') > 0 then
                document_tasks_in.due := substring(document_tasks_in.text
                  from '\\(date:(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))\\)');
              end if;
              return next;
              exit when tasks >= 10000;
            end if;
          end if;
        end if;
      end loop;
    end $$`.execute(database);
  await sql`create or replace function note_document_tasks() returns trigger language plpgsql as $$
    begin
      if new.content like '%[ ]%' then
        with found as materialized (
          select number, text, people, due from document_tasks_in(new.content)
        ), gone as (
          delete from document_task where item_id = new.id and number not in (select found.number from found)
        )
        insert into document_task as known (item_id, hub_id, number, text, people, due)
          select new.id, new.hub_id, found.number, found.text, found.people, found.due from found
          on conflict (item_id, number) do update
            set text = excluded.text, people = excluded.people, due = excluded.due
            where (known.text, known.people, known.due) is distinct from (excluded.text, excluded.people, excluded.due);
      else
        delete from document_task where item_id = new.id;
      end if;
      return null;
    end $$`.execute(database);
}
