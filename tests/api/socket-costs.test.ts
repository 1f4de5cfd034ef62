import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { loadSigningKey } from '#server/platform/crypto/signing-key.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import { createSockets } from '#server/web/realtime/socket.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket, type TestSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

/**
 * The live sockets of a process on the file's database, the statements that they cause, and a function to
 * publish to them.
 */
async function startSockets() {
  const statements: string[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(server.databaseUrl, 4) }),
    log: (event) => void statements.push(event.query.sql),
  });
  const listeners = new Set<(events: readonly ChangeEvent[]) => void>();
  const changeEvents = {
    subscribe(listener: (events: readonly ChangeEvent[]) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const key = await loadSigningKey(readConfig({ SECRET_KEY: 'the secret key of a test server' }));
  const sockets = createSockets({ database, log: fastify().log, changeEvents, signingKey: key });
  const http = createServer().on('upgrade', sockets.upgrade);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    sockets.close();
    http.close();
    await database.destroy();
  });
  const { port } = http.address() as AddressInfo;
  const count = (part: string) => statements.filter((text) => text.includes(part)).length;
  return {
    url: `http://127.0.0.1:${port}`,
    publish: (events: readonly ChangeEvent[]) => {
      for (const one of events) for (const listener of listeners) listener([one]);
    },
    /** The number of queries for the access of sockets, and for the audience of events. */
    asked: () => ({ standing: count('as asked (session_id'), audience: count('thing as materialized') }),
  };
}

test('queries the database once for hundreds of events, however many sockets are open', async () => {
  const { hub, space, member, other, admin } = await createEditorAndPlace(server.client);
  const elsewhere = await createEditorAndPlace(server.client);
  const items = [await createItem(member, { hub, space }), await createItem(member, { hub, space })];
  const sockets = await startSockets();
  const people = [member, other, admin];
  const open: TestSocket[] = [];
  for (const person of people) {
    for (let n = 0; n < 5; n += 1) open.push(await openSocket(sockets.url, person, hub));
  }
  // Once before it opens, and once when it is open.
  const before = 2 * open.length;
  await eventually(async () => expect(sockets.asked()).toEqual({ standing: before, audience: 0 }));

  const changesOfPeople = (hubId: string, times: number): ChangeEvent[] =>
    Array.from({ length: times }, () => ({ about: 'people', hubId }));
  const changed = Array.from({ length: 200 }, (_, n): ChangeEvent[] =>
    items.map(({ id }) => ({ about: n % 2 ? 'item' : 'space', hubId: hub.id, id: n % 2 ? id : space.id })),
  ).flat();
  for (const round of [1, 2]) {
    sockets.publish([...changesOfPeople(hub.id, 300), ...changed, ...changesOfPeople(elsewhere.hub.id, 300)]);
    await eventually(async () => {
      for (const { received } of open) expect(received).toHaveLength(4 * round);
    });
    await eventually(async () =>
      expect(sockets.asked()).toEqual({ standing: before + round, audience: round }),
    );
  }

  // The result applies: a removed member is disconnected, the others are not.
  await server.sql('delete from membership where hub_id = $1 and user_id = $2', [hub.id, other.user.id]);
  sockets.publish(changesOfPeople(hub.id, 300));
  const ended = open.slice(5, 10);
  expect(await Promise.all(ended.map(({ closed }) => closed))).toEqual(Array(5).fill(4403));
  expect(sockets.asked().standing).toBe(before + 3);
});
