import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('prepares a statement that runs again, however many others ran once before, as migrations do', async () => {
  // As in a new process: this one may have prepared all that it does already.
  vi.resetModules();
  const { openPool } = await import('#server/platform/database/database.ts');
  const pool = openPool(server.databaseUrl, 1);
  onTestFinished(() => pool.end());
  for (let n = 0; n < 600; n += 1) await pool.query(`select ${n}`, []);
  const again = 'select $1::int + 1 as next';
  for (let n = 0; n < 3; n += 1) await pool.query(again, [n]);
  const { rows } = await pool.query('select statement from pg_prepared_statements', []);
  expect(rows.map(({ statement }) => statement)).toEqual([again]);
});
