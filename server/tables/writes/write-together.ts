import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Values } from '#lib/fields/definition.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import { newTiming, timeQuery, withTiming } from '#server/platform/database/server-timing.ts';
import { currentTenant, withTenant } from '#server/platform/database/tenant.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { readLinkedValues } from '../rows/linked-values.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { requireTable, type Table } from '../table/table.ts';
import { areIndependent } from './append-rows.ts';
import {
  changeRows,
  insertRows,
  MANY_ROWS,
  type RowChange,
  type RowInput,
  type RowWriteOutcome,
  type RowWriter,
} from './row.service.ts';
import { namesNothingElse, rowsWithPlainValues } from './write-sent-rows.ts';
import type { WrittenRows } from './written-rows.ts';

/** A request of more rows writes alone: nobody waits for another one's many rows. */
const SHARED_ROWS = 8;
/** Nor for another one's long texts. */
const SHARED_CHARACTERS = 50_000;
/** Rows that are written together. More would be written in another way (`MANY_ROWS`). */
const ROWS_TOGETHER = MANY_ROWS - 1;
/** For how long a table whose rows are written alone is not looked at again, in milliseconds, and of how many that is known. */
const ALONE_MS = 60_000;
const MOST_ALONE = 1_000;

type Row = { id?: string | undefined; values: Values; writer?: RowWriter };
type View = Authorized<ItemView, 'item.change'>;
type Request<Sent> = { caller: SignedIn; rows: readonly Sent[] };
/** `null`: the request is to write alone. */
type Result = WrittenRows | null;
type Waiting<Sent> = Request<Sent> & { resolve(result: Result): void; reject(error: unknown): void };

type Kind<Sent> = {
  /** Rows that are there and nobody else has locked; null where rows are new. */
  lock: ((trx: Transaction, table: Table, rows: readonly Sent[]) => Promise<Map<string, TableRow>>) | null;
  write(
    trx: Transaction,
    table: Table,
    rows: readonly Sent[],
    writer: RowWriter,
    locked: ReadonlyMap<string, TableRow>,
  ): Promise<RowWriteOutcome[]>;
};

const NOBODY: RowWriter = { id: null, name: '' };

/** What a request's own transaction would refuse is left to it, with its reason. */
function orAlone<T>(error: unknown, alone: T): T {
  if (error instanceof ApiError) return alone;
  throw error;
}

async function writersById(
  trx: Transaction,
  requests: readonly Request<unknown>[],
): Promise<Map<string, RowWriter>> {
  const ids = [...new Set(requests.map(({ caller }) => caller.user.id))];
  const users = await trx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    users.map(({ id, first_name, last_name }) => [id, { id, name: `${first_name} ${last_name}`.trim() }]),
  );
}

/** Those that may be written at once: no row is written by two of them, and all are few. The others stay, in order. */
function takeTogether<Sent extends Row>(waiting: Waiting<Sent>[]): Waiting<Sent>[] {
  const taken: Waiting<Sent>[] = [];
  const ids = new Set<string>();
  let rows = 0;
  for (const one of waiting.splice(0)) {
    const own = one.rows.flatMap(({ id }) => id ?? []);
    const isFree = own.every((id) => !ids.has(id)) && rows + one.rows.length <= ROWS_TOGETHER;
    // Anybody who comes after this one with the same row is after it in the next group, too.
    for (const id of own) ids.add(id);
    if (isFree) rows += one.rows.length;
    (isFree ? taken : waiting).push(one);
  }
  return taken;
}

/**
 * Writes the rows of several requests.
 * @param onDependent is called where rows of this table depend on others, and so are written alone
 * @returns the result of each, in their order
 */
async function writeGroup<Sent extends Row>(
  { lock, write }: Kind<Sent>,
  trx: Transaction,
  itemId: string,
  group: readonly Request<Sent>[],
  onDependent: () => void,
): Promise<Result[]> {
  const viewOf = async ({ caller }: Request<Sent>): Promise<View | null> => {
    try {
      return authorizeItem(await requireItemView(trx, caller, itemId), 'item.change');
    } catch (error) {
      return orAlone(error, null);
    }
  };
  const views = await Promise.all(group.map(viewOf));
  const first = views.find((view) => view !== null);
  if (!first) return group.map(() => null);
  const table = await requireTable(trx, first, 'rows');
  if (!namesNothingElse(table) || !areIndependent(table)) {
    onDependent();
    return group.map(() => null);
  }
  const writers = await writersById(trx, group);
  const prepared = group.map(({ caller, rows }, at): Sent[] | null => {
    const writer = writers.get(caller.user.id);
    if (!writer || !views[at]) return null;
    try {
      return rowsWithPlainValues(table, rows).map((row) => ({ ...row, writer }));
    } catch (error) {
      return orAlone(error, null);
    }
  });
  const wanted = prepared.flatMap((rows) => rows ?? []);
  const locked = (wanted.length > 0 && (await lock?.(trx, table, wanted))) || new Map<string, TableRow>();
  const isReady = ({ id }: Sent) => !lock || (id !== undefined && locked.has(id));
  const ready = prepared.map((rows) => (rows?.every(isReady) ? rows : null));
  const rows = ready.flatMap((some) => some ?? []);
  const last = rows.at(-1)?.writer ?? NOBODY;
  const outcomes = rows.length > 0 ? await write(trx, table, rows, last, locked) : [];
  const results: Result[] = [];
  let at = 0;
  for (const [n, { caller }] of group.entries()) {
    const [view, own] = [views[n], ready[n]];
    if (!view || !own) {
      results.push(null);
      continue;
    }
    const some = outcomes.slice(at, at + own.length);
    at += own.length;
    const written = some.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
    const linked = await readLinkedValues(trx, caller, table, written);
    results.push({ item: view, table, outcomes: some, linked, items: [] });
  }
  return results;
}

/**
 * Requests that write few rows of one table at the same moment are written by one transaction, whose statements they share.
 * Each is checked as if it were alone: its rights in that transaction, its values, that nobody else has its rows locked.
 */
function createSharedWrites<Sent extends Row>(kind: Kind<Sent>) {
  const queues = new WeakMap<Database, Map<string, Waiting<Sent>[]>>();
  /** Tables whose rows depend on others, until when. */
  const alone = new Map<string, number>();

  function remember(itemId: string): void {
    if (alone.size >= MOST_ALONE) alone.clear();
    alone.set(itemId, performance.now() + ALONE_MS);
  }

  async function settleGroup(
    database: Database,
    itemId: string,
    group: readonly Waiting<Sent>[],
  ): Promise<void> {
    let isWritten = false;
    try {
      const results = await transact(database, async (trx) => {
        const all = await writeGroup(kind, trx, itemId, group, () => remember(itemId));
        isWritten = true;
        return all;
      });
      for (const [at, one] of group.entries()) one.resolve(results[at] ?? null);
    } catch (error) {
      // Nothing of it is stored: each is tried for itself, so that none is refused because of another. What failed with its
      // commit may be stored, and after a timeout a retry would only wait again.
      const isOver = isWritten || isLockOrStatementTimeout(error) || group.length === 1;
      for (const one of group)
        if (isOver) one.reject(error);
        else one.resolve(null);
    }
  }

  async function settleAll(
    database: Database,
    itemId: string,
    queue: Waiting<Sent>[],
    tenant: string | null,
  ): Promise<void> {
    try {
      while (queue.length > 0) {
        // Requests that came in together are read in the same turn.
        await nextTurn();
        // Each group has the patience of a request, and not what is left of the first one's.
        await withTenant(tenant, () => settleGroup(database, itemId, takeTogether(queue)));
      }
    } finally {
      queues.get(database)?.delete(itemId);
    }
  }

  /** @returns null where the request is to be written in a transaction of its own */
  return async (
    database: Database | Transaction,
    itemId: string,
    request: Request<Sent>,
  ): Promise<Result> => {
    const isFew =
      request.rows.length > 0 &&
      request.rows.length <= SHARED_ROWS &&
      JSON.stringify(request.rows).length <= SHARED_CHARACTERS;
    const ids = request.rows.flatMap(({ id }) => id ?? []);
    const areDifferent = new Set(ids).size === ids.length && ids.every(isId);
    // A new row with an id may wait for another one who adds it.
    const mayWait = kind.lock === null && ids.length > 0;
    if (database.isTransaction || !isFew || !areDifferent || mayWait) return null;
    if ((alone.get(itemId) ?? 0) > performance.now()) return null;
    const ofDatabase = queues.get(database) ?? new Map<string, Waiting<Sent>[]>();
    queues.set(database, ofDatabase);
    const running = ofDatabase.get(itemId);
    const tenant = currentTenant()?.key ?? null;
    return timeQuery(
      () =>
        new Promise<Result>((resolve, reject) => {
          const one = { ...request, resolve, reject };
          if (running) {
            running.push(one);
            return;
          }
          const queue = [one];
          ofDatabase.set(itemId, queue);
          // Each request counts the time it waits as its own; here it counts for none.
          void withTiming(newTiming(), () => settleAll(database, itemId, queue, tenant));
        }),
    );
  };
}

/** Changes rows together with others who write to the table. */
export const changeTogether = createSharedWrites<RowChange>({
  lock: (trx, table, rows) =>
    rowsByIds(
      trx,
      table,
      rows.map(({ id }) => id),
      { lock: 'change', skipLocked: true },
    ),
  write: changeRows,
});

/** Adds rows together with others who write to the table. */
export const addTogether = createSharedWrites<RowInput>({ lock: null, write: insertRows });
