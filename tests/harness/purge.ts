import { purgeForms } from '#server/forms/deletion/purge-forms.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';

/** Purges forms past their retention, as the nightly job does, and resolves when that is done. */
export async function purgeFormsOfServer({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const pool = openPool(databaseUrl, 2);
  const database = openDatabase(pool);
  try {
    await purgeForms({ database, jobs: createJobs({ pool, database }) }, new AbortController().signal);
  } finally {
    await pool.end();
  }
}
