import { expect, test } from 'vitest';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import { createSockets } from '#server/web/realtime/socket.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { startOwnSockets } from '#tests/harness/own-sockets.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket, type TestSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

/** The live sockets of a process of their own, and how often they queried the database. */
async function startSockets() {
  const { url, publish, count } = await startOwnSockets(server.databaseUrl, createSockets);
  return {
    url,
    publish: (events: readonly ChangeEvent[]) => {
      for (const one of events) publish([one]);
    },
    /** The number of queries for the access of sockets, and for the audience of events. */
    queries: () => ({
      standing: count('as requested (session_id'),
      audience: count('resource as materialized'),
    }),
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
  await eventually(async () => expect(sockets.queries()).toEqual({ standing: before, audience: 0 }));

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
      expect(sockets.queries()).toEqual({ standing: before + round, audience: round }),
    );
  }

  // The result applies: a removed member is disconnected, the others are not.
  await server.sql('delete from membership where hub_id = $1 and user_id = $2', [hub.id, other.user.id]);
  sockets.publish(changesOfPeople(hub.id, 300));
  const ended = open.slice(5, 10);
  expect(await Promise.all(ended.map(({ closed }) => closed))).toEqual(Array(5).fill(4403));
  expect(sockets.queries().standing).toBe(before + 3);
});
