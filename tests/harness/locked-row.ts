import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';

/** A row or a table that is locked for the test: nothing else can use it until it is released. */
export type LockedRow = {
  /** Resolves once another transaction waits for it: that one is in the middle of its work. */
  untilWaitedFor(): Promise<void>;
  release(): Promise<void>;
  /** Releases it with what its statement changed. */
  commit(): Promise<void>;
};

/** Locks a row over a connection of its own, so that a job that reaches it waits there. */
export async function lockRow(
  databaseUrl: string,
  table: 'item' | 'submission',
  id: string,
): Promise<LockedRow> {
  const connection = await beginOn(databaseUrl);
  const { rowCount } = await connection.query(`select from ${table} where id = $1 for update`, [id]);
  expect(rowCount, 'the row is there').toBe(1);
  return lockedBy(connection);
}

/** The same for a row of a user's table. */
export async function lockTableRow(databaseUrl: string, tableId: string, rowId: string): Promise<LockedRow> {
  const connection = await beginOn(databaseUrl);
  const { rowCount } = await connection.query(`select from ${rowsOf(tableId)} where id = $1 for update`, [
    rowId,
  ]);
  expect(rowCount, 'the row is there').toBe(1);
  return lockedBy(connection);
}

/** Locks a table over a connection of its own, so that its readers wait there. */
export async function lockTable(databaseUrl: string, table: 'form'): Promise<LockedRow> {
  const connection = await beginOn(databaseUrl);
  await connection.query(`lock table ${table} in access exclusive mode`);
  return lockedBy(connection);
}

/** Locks all rows of a user's table, so that its readers wait there. */
export async function lockRowsOf(databaseUrl: string, tableId: string): Promise<LockedRow> {
  const connection = await beginOn(databaseUrl);
  await connection.query(`lock table ${rowsOf(tableId)} in access exclusive mode`);
  return lockedBy(connection);
}

/** Locks what a statement locks, over a connection of its own. */
export async function lockBy(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<LockedRow> {
  const connection = await beginOn(databaseUrl);
  await connection.query(statement, values);
  return lockedBy(connection);
}

/**
 * Stops a bulk change of a table's rows within its second part of 1,000, and does something between that part and the next one.
 * @param begin begins it. @returns its id
 * @param act what others do then; `connection` alone may write what bulk changes are
 * @returns how many rows were changed by then
 */
export async function betweenParts(
  databaseUrl: string,
  tableId: string,
  begin: () => Promise<string>,
  act: (connection: pg.Client) => Promise<unknown>,
): Promise<number> {
  const [rowLock, stop, reader] = [
    await beginOn(databaseUrl),
    await beginOn(databaseUrl),
    await beginOn(databaseUrl),
  ];
  const row = `select id from ${rowsOf(tableId)} order by id offset 1500 limit 1`;
  await rowLock.query(`select from ${rowsOf(tableId)} where id = (${row}) for update`);
  const id = await begin();
  await lockedBy(rowLock).untilWaitedFor();
  // Locks of tables are given in the order in which they were requested: before the next part, which needs one, too.
  const stopped = stop.query('lock table bulk_change in exclusive mode');
  await eventually(async () => {
    const { rows } = await reader.query(
      "select from pg_locks where not granted and relation = 'bulk_change'::regclass",
    );
    expect(rows).toHaveLength(1);
  });
  await rowLock.query('rollback');
  await stopped;
  const { rows } = await stop.query<{ state: string; changed: number; total: number }>(
    'select state, changed, total from bulk_change where id = $1',
    [id],
  );
  const [bulk] = rows;
  expect(bulk?.state).toBe('running');
  expect(bulk?.changed).toBeLessThan(bulk?.total ?? 0);
  await act(stop);
  await stop.query('commit');
  return bulk?.changed ?? 0;
}

const rowsOf = (tableId: string) => `tables."t_${tableId.replaceAll('-', '')}"`;

async function beginOn(databaseUrl: string): Promise<pg.Client> {
  const connection = new pg.Client(databaseUrl);
  await connection.connect();
  // Dropping the test's database may close the connection earlier.
  connection.on('error', () => undefined);
  onTestFinished(() => connection.end());
  await connection.query('begin');
  return connection;
}

function lockedBy(connection: pg.Client): LockedRow {
  return {
    untilWaitedFor: () =>
      eventually(async () => {
        const { rows } = await connection.query(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        expect(rows.length, 'somebody waits for it').toBeGreaterThan(0);
      }, 60_000),
    async release() {
      await connection.query('rollback');
    },
    async commit() {
      await connection.query('commit');
    },
  };
}
