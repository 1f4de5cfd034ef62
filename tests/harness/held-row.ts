import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';

/** A row that nobody else changes or deletes until it is released. */
export type HeldRow = {
  /** Resolves once something waits for the row: whoever was to change it is in the middle of its work. */
  untilWaitedFor(): Promise<void>;
  release(): Promise<void>;
};

/** Locks a row over a connection of its own, so that a job that comes to it stands still there. */
export async function holdRow(
  databaseUrl: string,
  table: 'item' | 'submission',
  id: string,
): Promise<HeldRow> {
  const connection = new pg.Client(databaseUrl);
  await connection.connect();
  // Dropping the test's database may end the connection before it is closed.
  connection.on('error', () => undefined);
  onTestFinished(() => connection.end());
  await connection.query('begin');
  const { rowCount } = await connection.query(`select from ${table} where id = $1 for update`, [id]);
  expect(rowCount, 'the row is there').toBe(1);
  return {
    untilWaitedFor: () =>
      eventually(async () => {
        const { rows } = await connection.query(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        expect(rows.length, 'somebody waits for the row').toBeGreaterThan(0);
      }, 60_000),
    async release() {
      await connection.query('rollback');
    },
  };
}
