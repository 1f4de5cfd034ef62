import { type Kysely, sql } from 'kysely';

/**
 * Each statement that stores submissions runs this trigger. With the name of its schema put in by `format`, its query was parsed
 * and planned each time, which took as long as to store one submission; the schema is the one that the tables are in now.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'submission_count'::regclass`.execute(
    database,
  );
  const counts = `${rows[0]?.schema ?? 'public'}.submission_count`;
  await sql
    .raw(
      `create or replace function count_new_submissions() returns trigger language plpgsql as $$
  begin
    update ${counts} as known set submissions = known.submissions + given.submissions
      from (select form_id, count(*) as submissions from made group by form_id) as given
      where known.form_id = given.form_id;
    return null;
  end $$`,
    )
    .execute(database);
}
