import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { turbulentSvg } from '#tests/fixtures/make/hostile.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

/** The contents that were examined, each time. */
const looked: string[] = [];
const server = sharedServer({
  openStorage: async (...args) => {
    const storage = await openDiskStorage(...args);
    return {
      ...storage,
      look(sha256, examine) {
        looked.push(sha256);
        return storage.look(sha256, examine);
      },
    };
  },
});

test('gives a heavy picture up after seconds, remembers that for visitors, and draws others beside it', async () => {
  const [slow, other] = [await createPlace(server.client), await createPlace(server.client)];
  const upload = await uploadBytes(slow.owner, slow, [{ name: 'heavy.svg', bytes: turbulentSvg() }]);
  const heavy = expectData(upload, 201).items[0];
  if (!heavy) throw new Error('the picture was not taken');
  const photo = await uploadFixture(other.owner, other, 'files/photo.jpg');
  expect((await waitUntilReady(slow.owner, heavy.id, 90_000)).has_thumbnail).toBe(false);
  await waitUntilReady(other.owner, photo.id);
  for (const [{ owner }, { id }] of [
    [slow, heavy],
    [other, photo],
  ] as const)
    expectData(await owner.client.patch(`items/${id}/`, { visibility: 'public' }));
  const draw = async ({ id }: { id: string }, width: number, by = server.client) =>
    (await by.fetch('GET', `items/${id}/thumbnail/?w=${width}`)).status;
  looked.length = 0;
  for (const width of [80, 800, 1600]) expect(await draw(heavy, width)).toBe(404);
  expect(looked).toEqual([]);

  const shas = await server.sql<{ sha: string }>('select file_sha256 as sha from item where id = any($1)', [
    [heavy.id, photo.id],
  ]);
  // On a busy machine the photo may take as long as the timeout of the other one: then both are rendered
  // again.
  await eventually(async () => {
    // The cached failure has expired, and the photo was never rendered.
    for (const { sha } of shas)
      await rm(join(server.dataDir, 'files', 'derived', sha.slice(0, 2), sha.slice(2)), {
        recursive: true,
        force: true,
      });
    looked.length = 0;
    let hasFailed = false;
    const failing = draw(heavy, 800).finally(() => {
      hasFailed = true;
    });
    await eventually(async () => expect(looked).toHaveLength(1));
    const drawn = await draw(photo, 800, other.owner.client);
    const wasBefore = !hasFailed;
    expect([drawn, await failing]).toEqual([200, 404]);
    expect(wasBefore, 'the photo is there before the other is given up').toBe(true);
  }, 90_000);
  expect(looked).toHaveLength(2);
  expect(await draw(heavy, 1600)).toBe(404);
  expect(looked).toHaveLength(2);
}, 240_000);
