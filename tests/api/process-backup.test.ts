import { cp, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';

const { start, dataDir } = processesPerTest();

it('a copy of the data folder made while stopped is a complete backup', async () => {
  const first = await start();
  const { owner, hub, space } = await createPlace(first.client);
  const item = await uploadFixture(owner, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(owner, item.id);
  const bytes = await (await owner.client.fetch('GET', `items/${item.id}/file/`)).arrayBuffer();
  await first.stop();
  const copy = await dataDir();
  await cp(first.dataDir, copy, { recursive: true });
  await rm(first.dataDir, { recursive: true });

  const second = await start({ dataDir: copy });
  // The same session, members, files and search.
  const client = second.client.as(owner).in(hub);
  expect(expectData(await client.get('auth/me/')).id).toBe(owner.user.id);
  const stored = await (await client.fetch('GET', `items/${item.id}/file/`)).arrayBuffer();
  expect(Buffer.from(stored).equals(Buffer.from(bytes))).toBe(true);
  expect((await client.fetch('GET', `items/${item.id}/thumbnail/`)).status).toBe(200);
  const hits = expectData(await client.get('search/', { query: { q: 'marlinspike' } }));
  expect(hits.map((hit) => hit.item.id)).toEqual([item.id]);
});
