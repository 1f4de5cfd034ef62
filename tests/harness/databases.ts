import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openPool } from '#server/platform/database/database.ts';

/** Where the run's PostgreSQL listens. */
export type TestPostgres = { host: string; port: number; user: string };

export const TEMPLATE_DATABASE = 'hubkeep_template';

/** A migrated database of one's own. */
export type TestDatabase = {
  /** As `DATABASE_URL` takes it. */
  url: string;
  /** Ends all connections and takes no new ones, as a server does that is away, until the function it gives is called. */
  suspend(): Promise<() => Promise<void>>;
  drop(): Promise<void>;
};

/**
 * Has a PostgreSQL leave to the system when its files reach the disk: what only a power failure could tell apart.
 * Not for a server whose own process a test kills: `process.ts` starts those as `npm start` does.
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

export async function createDatabase(postgres: TestPostgres): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(postgres, `create database ${name} template ${TEMPLATE_DATABASE}`);
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
