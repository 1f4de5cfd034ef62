import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { withDatabase } from '#server/commands/open-database.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createDatabase } from '#tests/harness/databases.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A migrated database for one test, and a connection to it. */
async function migratedDatabase() {
  const { url, drop } = await createDatabase(inject('postgres'));
  const pool = openPool(url, 1);
  const database = openDatabase(pool);
  onTestFinished(async () => {
    await database.destroy();
    await drop();
  });
  return { url, pool, database };
}

/** Starts the server in its own process; returns its exit code and its standard error. */
async function startOn(databaseUrl: string): Promise<{ code: number | null; stderr: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hubkeep-test-upgrade-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const program = `import { main } from ${JSON.stringify(inject('serverProgram'))}; await main();`;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      {
        cwd: ROOT,
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SECRET_KEY: 'the secret key of a test server',
          PORT: '0',
        },
      },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
    );
  });
}

test('refuses a database that a newer version has migrated, and changes nothing', async () => {
  const { pool, database } = await migratedDatabase();
  expect(await migrate(database)).toEqual([]);
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)");
  const refused = await migrate(database).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect(String(refused)).toContain('9999-later');
  const { rows } = await pool.query('select max(name) as last from kysely_migration');
  expect(rows).toEqual([{ last: '9999-later' }]);
});

test('refuses a database of a pre-release build with exit code 1 and instructions', async () => {
  const { url, pool } = await migratedDatabase();
  // The state that the last of those builds left.
  await pool.query('delete from kysely_migration');
  await pool.query(
    "insert into kysely_migration (name, timestamp) select unnest($1::text[]), '2026-01-01T00:00:00.000Z'",
    [['0001-initial', '0002-search', '0062-items-by-creator']],
  );
  const { code, stderr } = await startOn(url);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Hubkeep can not start\. This database was made by a build of Hubkeep from before its first release/,
  );
  expect(stderr).toContain('export it');
  expect(stderr).toContain('empty DATA_DIR');
  const { rows } = await pool.query('select name from kysely_migration order by name');
  expect(rows.map(({ name }) => name)).toEqual(['0001-initial', '0002-search', '0062-items-by-creator']);
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'the secret key of a test server' });
  await expect(withDatabase(config, async () => 'read')).rejects.toThrow(ConfigurationError);
});
