import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { ROOT } from '../../scripts/bootstrap.mjs';
import { ensureServerBundle } from '../../scripts/ensure-built.mjs';
import { skipDiskFlushes, TEMPLATE_DATABASE, type TestPostgres } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
    /** A folder of PostgreSQL as a first start leaves it, migrated and without content. */
    migratedFolder: string;
    /** The program of the server that `npm start` runs, for processes: it starts in a third of the time of the sources. */
    serverProgram: string;
    /** Where such processes store what Node compiled: the next one starts in half the time. */
    compiledFolder: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that each server under test copies, and stores a folder
 * with such a database for processes that have a server of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-test-postgres-'));
  const first = await startEmbeddedPostgres(folder);
  const pool = openPool(first.connection, 1);
  const database = openDatabase(pool);
  await migrate(database);
  // The schema of the queue, which the workers of a first start would create.
  await runMigrations({ pgPool: pool });
  await database.destroy();
  await first.stop();
  const migratedFolder = join(folder, 'migrated');
  // Its owner may be another than that of the tests, and stays.
  await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), migratedFolder]);

  // The default is enough for one Hubkeep; here several share this server.
  const server = await startEmbeddedPostgres(folder, { max_connections: '300' });
  const { host, port, user } = server.connection;
  const admin = openPool({ host, port, user, database: 'postgres' }, 1);
  await skipDiskFlushes(admin);
  await admin.query(`create database ${TEMPLATE_DATABASE} template ${first.connection.database}`);
  await admin.end();
  project.provide('postgres', { host, port, user });
  project.provide('migratedFolder', migratedFolder);
  project.provide('serverProgram', ensureServerBundle() ?? join(ROOT, 'server', 'main.ts'));
  project.provide('compiledFolder', join(folder, 'compiled'));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
