import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { skipDiskFlushes, TEMPLATE_DATABASE, type TestPostgres } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that each server under test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-test-postgres-'));
  // The default is enough for one Hubkeep; here several share this server.
  const server = await startEmbeddedPostgres(folder, { max_connections: '300' });
  const { host, port, user } = server.connection;
  const admin = openPool({ host, port, user, database: 'postgres' }, 1);
  await skipDiskFlushes(admin);
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();
  const database = openDatabase(openPool({ host, port, user, database: TEMPLATE_DATABASE }, 1));
  await migrate(database);
  await database.destroy();
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
