import fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWritersNow } from '#server/items/collaboration/writers-now.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Page = Parameters<ReturnType<typeof createWritersNow>['note']>[0];

test('a round notes again who is there, and nobody who leaves meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { title: 'Plan', content: 'Words' });
  const database = openDatabase(openPool(server.databaseUrl, 4));
  const publish = vi.fn();
  const writers = createWritersNow({ database, changeEvents: { publish }, log: fastify().log });
  onTestFinished(async () => {
    writers.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await database.destroy();
  });
  const pageOf = (userId: string): Page => ({
    ...{ userId, canWrite: true, item: { id: item.id, hub_id: hub.id } },
    ...{ presence: '{"cursor":null}', socket: { readyState: 1, OPEN: 1 } },
  });
  const leaving = pageOf(other.user.id);
  writers.note(leaving);
  writers.note(pageOf(member.user.id));
  const there = () =>
    server.sql<{ user_id: string; is_new: boolean }>(
      "select user_id, seen_at > now() - interval '1 minute' as is_new from document_writer where item_id = $1",
      [item.id],
    );
  await eventually(async () => expect(await there()).toHaveLength(2));
  await server.sql("update document_writer set seen_at = now() - interval '90 seconds' where item_id = $1", [
    item.id,
  ]);

  // The row of the one who leaves is locked: it is still being removed when the round comes.
  const lock = new pg.Client(server.databaseUrl);
  await lock.connect();
  onTestFinished(() => lock.end());
  // Connections that are there already: what is sent waits for the lock at once.
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(database)));
  await lock.query('begin');
  await lock.query('select from document_writer where user_id = $1 for update', [other.user.id]);
  leaving.presence = null;
  writers.note(leaving);
  await eventually(async () => {
    const waiting = await server.sql(
      "select from pg_stat_activity where query like 'delete from document_writer%' and wait_event_type = 'Lock'",
    );
    expect(waiting).toHaveLength(1);
  });
  vi.advanceTimersByTime(25_000);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await lock.query('commit');
  await eventually(async () =>
    expect(await there()).toContainEqual({ user_id: member.user.id, is_new: true }),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await there()).toHaveLength(1);
});
