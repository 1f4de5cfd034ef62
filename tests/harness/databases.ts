import { randomUUID } from 'node:crypto';
import { openPool } from '#server/database/database.ts';

/** Where the run's PostgreSQL listens. */
export type TestPostgres = { host: string; port: number; user: string };

export const TEMPLATE_DATABASE = 'hubkeep_template';

/** A migrated database of one's own. */
export type TestDatabase = {
  /** As `DATABASE_URL` takes it. */
  url: string;
  drop(): Promise<void>;
};

async function asAdmin(postgres: TestPostgres, statement: string): Promise<void> {
  const pool = openPool({ ...postgres, database: 'postgres' }, 1);
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

export async function createDatabase(postgres: TestPostgres): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(postgres, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: `postgres://${postgres.user}@${encodeURIComponent(postgres.host)}:${postgres.port}/${name}`,
    drop: () => asAdmin(postgres, `drop database if exists ${name} with (force)`),
  };
}
