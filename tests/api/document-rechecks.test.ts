import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createDocumentSockets } from '#server/items/collaboration/document-sockets.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { startOwnSockets } from '#tests/harness/own-sockets.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** The sockets of documents of a process of their own. */
async function startSockets() {
  const {
    url,
    publish,
    count: statements,
  } = await startOwnSockets(server.databaseUrl, (services) =>
    // Documents that were opened before need no jobs and no helper process.
    createDocumentSockets(services as unknown as Parameters<typeof createDocumentSockets>[0]),
  );
  const checks = () => statements('from session join app_user');
  return {
    url,
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
      publish(events);
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
