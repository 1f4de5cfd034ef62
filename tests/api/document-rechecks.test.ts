import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createDocumentSockets } from '#server/items/collaboration/document-sockets.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { loadSigningKey } from '#server/platform/crypto/signing-key.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** The sockets of documents of a process of their own on the file's database, and the statements that they cause. */
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
  const signingKey = await loadSigningKey(readConfig({ SECRET_KEY: 'the secret key of a test server' }));
  const services = { database, log: fastify().log, changeEvents, signingKey };
  // Documents that were opened before need no jobs and no helper process.
  const sockets = createDocumentSockets(services as unknown as Parameters<typeof createDocumentSockets>[0]);
  const http = createServer().on('upgrade', sockets.upgrade);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    sockets.close();
    http.close();
    await database.destroy();
  });
  const { port } = http.address() as AddressInfo;
  const checks = () => statements.filter((text) => text.includes('from session join app_user')).length;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Expects that these events cause so many checks of sockets. */
    async expectChecks(count: number, events: readonly ChangeEvent[]): Promise<void> {
      const settle = () =>
        eventually(async () => {
          const before = checks();
          await new Promise((resolve) => setTimeout(resolve, 100));
          expect(checks()).toBe(before);
        });
      await settle();
      const before = checks();
      for (const listener of listeners) listener(events);
      await eventually(async () => expect(checks() - before).toBeGreaterThanOrEqual(count));
      await settle();
      expect(checks() - before).toBe(count);
    },
  };
}

test('checks who has a document open again for what can change their rights, and for nothing else', async () => {
  const people = await createEditorAndPlace(server.client);
  const { member, owner, hub, space } = people;
  const above = await createItem(member, people, { kind: 'folder', title: 'Above' });
  const folder = await createItem(member, people, { kind: 'folder', title: 'Folder', parent: above.id });
  const item = await createItem(member, people, { title: 'Rules', content: 'First', parent: folder.id });
  const beside = await createItem(member, people, { title: 'Beside', content: 'Second' });
  (await openDocumentPage(server.url, member.token, item.id)).close();
  const sockets = await startSockets();
  const pages = await Promise.all(
    [member, owner, member].map(({ token }) => openDocumentPage(sockets.url, token, item.id)),
  );
  const of = (
    about: 'item' | 'comments' | 'posts' | 'answers' | 'form' | 'space',
    { id }: Pick<Item, 'id'>,
  ) => ({ about, hubId: hub.id, id }) as const;
  await sockets.expectChecks(0, [
    of('item', beside),
    of('comments', item),
    of('posts', space),
    of('answers', item),
    of('form', item),
    of('space', beside),
  ]);
  // One statement for all three.
  await sockets.expectChecks(1, [of('item', item)]);
  await sockets.expectChecks(1, [of('item', above)]);
  await sockets.expectChecks(1, [of('space', space)]);
  await sockets.expectChecks(1, [{ about: 'people', hubId: hub.id }]);
  for (const page of pages) page.close();
});
