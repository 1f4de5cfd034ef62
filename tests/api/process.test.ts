import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, signInAgain } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { STOPS_WITHIN, spawnStartScript, startQuickly } from '#tests/harness/process.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';

const { start, dataDir: makeFolder } = processesPerTest();

describe('npm start', () => {
  it('prints one line with the address, serves, and exits with 0 within 10 s of SIGTERM, in an empty folder', async () => {
    const hubkeep = await start({ dataDir: await makeFolder(), env: { LOG_LEVEL: 'info' } });
    const lines = hubkeep.output().split('\n');
    expect(lines.filter((line) => line.includes(hubkeep.url))).toHaveLength(1);
    expect((await fetch(`${hubkeep.url}/healthz`)).status).toBe(200);
    const began = performance.now();
    expect(await hubkeep.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN);
  });

  it('restarts quickly with the stored data', async () => {
    const first = await start();
    const { owner, hub } = await createPlace(first.client);
    await first.stop();
    const second = await startQuickly(() => start({ dataDir: first.dataDir }));
    const client = second.client.as(owner);
    expect(expectData(await client.get(`hubs/${hub.domain_handle}/`)).id).toBe(hub.id);
  });

  it('refuses a data folder that another instance uses, which keeps running', async () => {
    const first = await start();
    const { child, output } = spawnStartScript({ DATA_DIR: first.dataDir, PORT: '0' });
    const [code] = await once(child, 'exit');
    expect(code).not.toBe(0);
    expect(output()).toMatch(/Another Hubkeep is running on/);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it.each([
    ['STORAGE_URL', 's3://localhost/bucket'],
    ['STORAGE_URL', 's3://key:secret@127.0.0.1:1/bucket?tls=off'],
    ['SMTP_URL', 'http://localhost'],
    ['LIVEKIT_URL', 'wss://localhost'],
    ['EMBEDDINGS_URL', 'http://localhost'],
    ['NEXT_PUBLIC_FIREBASE_CONFIG', '{}'],
    ['PORT', 'eighty'],
  ])('exits with a message about %s that it cannot use', async (name, value) => {
    const dataDir = await makeFolder();
    const { child, output } = spawnStartScript({ DATA_DIR: dataDir, PORT: '0', [name]: value });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(output()).toContain(name);
    expect(output()).not.toMatch(/^\s+at /m);
  });

  it('warns when rate limits are off', async () => {
    const hubkeep = await start({ env: { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    expect(hubkeep.output()).toContain('RATE_LIMIT_FACTOR');
  });
});

describe('kill -9', () => {
  it('loses no acknowledged write, and completes unfinished work', async () => {
    const first = await start();
    const { owner, hub, space } = await createPlace(first.client);
    const place = { hub, space };
    const created: Item[] = [];
    let killed = false;
    // Writes and uploads continue until the process has ended; only those with a response count.
    const write = async (n: number) => {
      while (!killed) {
        try {
          created.push(await createItem(owner, place, { title: `Written ${n}-${created.length}` }));
          const bytes = `word${n}x${created.length} ${'lorem ipsum '.repeat(2000)}`;
          const response = await uploadBytes(owner, place, [
            { name: `file-${n}-${created.length}.txt`, bytes },
          ]);
          created.push(...expectData(response).items);
        } catch (error) {
          if (!killed) throw error;
        }
      }
    };
    const writers = Promise.all([1, 2, 3, 4].map(write));
    while (created.length < 40)
      await Promise.race([writers, new Promise((resolve) => setImmediate(resolve))]);
    killed = true;
    await first.kill();
    await writers;

    const second = await start({ dataDir: first.dataDir });
    const again = await signInAgain(second.client, owner);
    for (const { id, title, kind } of created) {
      const item = expectData(await again.client.get(`items/${id}/`));
      expect(item).toMatchObject({ id, title, kind });
      if (item.size > 0) {
        const response = await again.client.fetch('GET', `items/${id}/file/`);
        expect((await response.arrayBuffer()).byteLength).toBe(item.size);
      }
    }
    for (const { id } of created) await waitUntilReady(again, id);
  });
});
