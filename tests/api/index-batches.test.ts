import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { itemSource } from '#server/items/item/index-items.ts';
import { INDEX_ITEM } from '#server/items/item/queue-item-indexing.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { waitUntilIndexed } from '#tests/harness/client.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('a file that is read again is counted once in its language', async () => {
  const place = await createPlace(server.client);
  const bytes =
    'The gulls and the terns are over the pier, and they are looking for something to eat. '.repeat(40);
  const [file] = expectData(await uploadBytes(place.owner, place, [{ name: 'diary.txt', bytes }]), 201).items;
  const id = file?.id ?? '';
  const counts = async () => {
    await waitUntilReady(place.owner, id);
    await waitUntilIndexed(server.url);
    return server.sql<{ language: string; counted: number; there: number }>(
      `select language, passages::int as counted, (select count(*)::int from passage join item on item.id = item_id
          where hub_id = $1 and passage.language = hub_language.language) as there
        from hub_language where hub_id = $1 and passages > 0 order by language`,
      [place.hub.id],
    );
  };
  const before = await counts();
  expect(before.length).toBeGreaterThan(0);
  for (const { counted, there } of before) expect(counted).toBe(there);
  expectData(await place.owner.client.post(`items/${id}/retry/`, {}));
  expect(await counts()).toEqual(before);
});

test('a batch takes more text of documents where many wait', async () => {
  const place = await createPlace(server.client);
  const content = 'The gulls are over the pier.\n\n'.repeat(4_000);
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => createItem(place.owner, place, { content })));
  await waitUntilIndexed(server.url);
  const pool = openPool(server.databaseUrl, 2);
  onTestFinished(() => pool.end());
  const database = openDatabase(pool);
  /** How many of the documents one batch of this many entries takes. */
  const taken = async (waiting: number) => {
    const ids = [...made.map(({ id }) => id), ...Array.from({ length: waiting - 5 }, () => randomUUID())];
    const entries = ids.map((id, at) => ({
      ...{ id: at, hub_id: place.hub.id, kind: INDEX_ITEM, target_id: id },
      ...{ parts: null, numbers: null, progress: null, bulk: false },
    }));
    const source = itemSource();
    const prepared = await source.prepare(database, place.hub.id, entries, new AbortController().signal);
    const { done } = await transact(database, (trx) => prepared.write(trx));
    return done.filter((at) => at < 5).length;
  };
  expect(await taken(200)).toBe(3);
  expect(await taken(201)).toBe(5);
});
