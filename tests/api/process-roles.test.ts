import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createInstallation } from '#tests/harness/installation.ts';
import { spawnStartScript } from '#tests/harness/process.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';

const { dataDir } = processesPerTest();

/** What a process says of the backlog of search. */
async function indexingOf(url: string): Promise<{ waiting: number; oldest_seconds: number }> {
  const { data } = await (await fetch(`${url}/readyz`)).json();
  return data.indexing;
}

test('serves in a process with the role web, works in one with the role worker, and reports what waits for the index', async () => {
  const installation = await createInstallation();
  onTestFinished(installation.stop);
  const web = await installation.start('web');
  const { owner, hub, space } = await createPlace(web.client);
  const uploaded = await uploadBytes(owner, { hub, space }, [{ name: 'a.txt', bytes: 'some text' }]);
  const [item] = expectData(uploaded).items;
  expect(item?.processing.state).toBe('queued');
  expect((await indexingOf(web.url)).waiting).toBeGreaterThan(0);
  const worker = await installation.start('worker');
  await waitUntilReady(owner, item?.id ?? '');
  for (const { url } of [web, worker]) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  await eventually(async () => expect(await indexingOf(web.url)).toEqual({ waiting: 0, oldest_seconds: 0 }));
  expect((await fetch(`${worker.url}/api/v1/core/basic-settings/`)).status).toBe(404);
});

test.each([
  ['web,jobs', 'ROLE must be web, worker, or both: web,worker. “jobs” is neither.'],
  ['worker', 'ROLE is worker alone, but DATABASE_URL is not set'],
])('exits with a sentence for ROLE=%s', async (role, sentence) => {
  const folder = await dataDir();
  const { child, output } = spawnStartScript({ DATA_DIR: folder, PORT: '0', ROLE: role });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output()).toContain(sentence);
  expect(output()).not.toMatch(/^\s+at /m);
});
