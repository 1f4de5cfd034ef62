import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Schema } from '#server/platform/database/schema.ts';
import { brokenUpdate, stateOf, updateOf } from '#tests/harness/yjs-updates.ts';
import { ActiveDocument, type Writer } from './active-document.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function writer(number: number) {
  return {
    number,
    userId: null,
    canWrite: true,
    seesPeople: true,
    presence: null,
    send: vi.fn(),
    setPaused: vi.fn(),
    close: vi.fn(),
  } satisfies Writer;
}

/** A document whose database fails so often before it stores something. */
function documentWith(failures: number) {
  let left = failures;
  let inserts = 0;
  const query = async () => {
    inserts += 1;
    if (left > 0) {
      left -= 1;
      throw new Error('no database');
    }
    return { command: 'INSERT' as const, rowCount: 1, rows: [{ id: inserts }] };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const services = {
    database,
    jobs: { add: vi.fn(async () => undefined) },
    changeEvents: { publish: vi.fn() },
    log: fastify().log,
  };
  const state = stateOf('First');
  const document = new ActiveDocument(
    services as unknown as ConstructorParameters<typeof ActiveDocument>[0],
    { id: 'an-item', hubId: 'a-hub' },
    { generation: 1, state, updates: [] },
    async () => new Set(),
  );
  return { document, state, inserts: () => inserts };
}

test('refuses an update once, however often what came with it has to be stored again', async () => {
  const { document, state, inserts } = documentWith(3);
  const [before, broken, other] = [writer(1), writer(2), writer(3)];
  for (const one of [before, broken, other]) document.join(one);
  // The first is on its way while the others are gathered.
  document.receive(before, { kind: 'update', id: 1, update: updateOf(state, (text) => text.insert(0, 'a')) });
  document.receive(broken, { kind: 'update', id: 1, update: brokenUpdate(state) });
  document.receive(other, {
    kind: 'update',
    id: 1,
    update: updateOf(state, (text) => text.insert(5, 'b'), 78),
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(inserts()).toBeGreaterThan(3);
  expect(document.isIdle).toBe(true);
  expect(broken.close).toHaveBeenCalledExactlyOnceWith('unreadable');
  expect(broken.setPaused).toHaveBeenLastCalledWith(false);
  for (const one of [before, other]) expect(one.setPaused).toHaveBeenLastCalledWith(false);
  document.close();
});
