import { sql } from 'kysely';
import { purgeForms } from '#server/forms/deletion/purge-forms.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { eventually } from './eventually.ts';

/**
 * Purges expired forms and submissions like the nightly job, and resolves when that is done: also what the
 * server itself is purging, whose locked forms this purge skips.
 */
export async function purgeFormsOfServer({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const pool = openPool(databaseUrl, 2);
  const database = openDatabase(pool);
  try {
    await purgeForms({ database, jobs: createJobs({ pool, database }) }, new AbortController().signal);
    await eventually(async () => {
      const { rows } = await sql`select id from form where purged_at is not null`.execute(database);
      if (rows.length > 0) throw new Error(`${rows.length} permanently deleted forms are still there`);
    });
  } finally {
    await pool.end();
  }
}
