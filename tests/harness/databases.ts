import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openPool } from '#server/platform/database/database.ts';

/** The address of the run's PostgreSQL. */
export type TestPostgres = { host: string; port: number; user: string };

export const TEMPLATE_DATABASE = 'hubkeep_template';

/** A migrated database for one test. */
export type TestDatabase = {
  /** In the format of `DATABASE_URL`. */
  url: string;
  /**
   * Closes all connections and accepts no new ones, as an unavailable server does, until the returned
   * function is called.
   */
  suspend(): Promise<() => Promise<void>>;
  drop(): Promise<void>;
};

/**
 * Leaves it to the operating system when PostgreSQL's files are flushed to disk: only a power failure would
 * make a difference. Not for a server whose own process a test kills: `process.ts` starts those as `npm
 * start` does.
 */
export async function skipDiskFlushes(admin: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
}

async function asAdmin(postgres: TestPostgres, ...statements: string[]): Promise<void> {
  const pool = openPool({ ...postgres, database: 'postgres' }, 1);
  try {
    for (const statement of statements) await pool.query(statement);
  } finally {
    await pool.end();
  }
}

/**
 * @param plans `one`: a connection plans a statement once, for all values, not five times before it keeps a plan
 * (docs/decisions/0223-one-plan-for-a-statement-of-a-test.md)
 */
export async function createDatabase(
  postgres: TestPostgres,
  plans: 'default' | 'one' = 'default',
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // A copy of the files takes 15 ms in memory; block by block, through the log, 106.
  await asAdmin(
    postgres,
    `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`,
    ...(plans === 'one' ? [`alter database ${name} set plan_cache_mode = force_generic_plan`] : []),
  );
  return {
    url: `postgres://${postgres.user}@${encodeURIComponent(postgres.host)}:${postgres.port}/${name}`,
    async suspend() {
      await asAdmin(
        postgres,
        `alter database ${name} allow_connections false`,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      );
      return () => asAdmin(postgres, `alter database ${name} allow_connections true`);
    },
    drop: () => asAdmin(postgres, `drop database if exists ${name} with (force)`),
  };
}
