import { readFile, rename } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UploadResult } from '#lib/contract/item.ts';
import { createPlace, registerUser, signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { STOPS_WITHIN } from '#tests/harness/process.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';

const { start } = processesPerTest();

async function killPostmaster(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

const BOUNDARY = 'a-boundary-of-its-own';

/** An upload that has begun and waits; `end` sends its last bytes. */
function beginUpload(
  url: string,
  person: TestAccount,
  place: { hub: { domain_handle: string }; space: { slug: string } },
) {
  const headers = {
    authorization: `JWT ${person.token}`,
    'org-handle': place.hub.domain_handle,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    // The server confirms that it handles the request (RFC 9110 §10.1.1): one that is still in transit would
    // count as new.
    expect: '100-continue',
  };
  const sent: ClientRequest = request(`${url}/api/v1/spaces/${place.space.slug}/upload/`, {
    method: 'POST',
    headers,
  });
  const response = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
  // Tests that do not await the response must not fail by it.
  response.catch(() => undefined);
  const head =
    'Content-Disposition: form-data; name="files"; filename="slow.txt"\r\nContent-Type: text/plain';
  const begun = new Promise<void>((resolve) => {
    sent.once('continue', () => {
      sent.write(`--${BOUNDARY}\r\n${head}\r\n\r\n${'first words '.repeat(20_000)}`, () => resolve());
    });
  });
  sent.flushHeaders();
  return {
    begun,
    response,
    end: () => sent.end(`last words\r\n--${BOUNDARY}--\r\n`),
    abort: () => sent.destroy(),
  };
}

describe('SIGTERM', () => {
  it('finishes requests in flight, accepts no new ones, and exits with 0', async () => {
    const hubkeep = await start();
    const { owner, hub, space } = await createPlace(hubkeep.client);
    const upload = beginUpload(hubkeep.url, owner, { hub, space });
    await upload.begun;
    const began = performance.now();
    const ended = hubkeep.stop();
    await eventually(async () => {
      const refused = await fetch(`${hubkeep.url}/healthz`).then(
        (one) => one.status === 503,
        () => true,
      );
      expect(refused).toBe(true);
    });
    upload.end();
    const response = await upload.response;
    const responded = performance.now();
    expect(response.status).toBe(201);
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN);
    // The client's connection, which is open still, delays nothing: requests in flight would have 5 s.
    expect(performance.now() - responded).toBeLessThan(4_000);
    const result: { data: UploadResult } = JSON.parse(response.body);
    const [item] = result.data.items;

    const second = await start({ dataDir: hubkeep.dataDir });
    const again = await signInAgain(second.client, owner);
    await waitUntilReady(again, item?.id ?? '');
  });

  it('exits with 0 within 10 s although a request never ends', async () => {
    const hubkeep = await start();
    const { owner, hub, space } = await createPlace(hubkeep.client);
    const upload = beginUpload(hubkeep.url, owner, { hub, space });
    await upload.begun;
    const began = performance.now();
    expect(await hubkeep.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN);
    upload.abort();
  });

  it('exits within 10 s while files are processed, which the next start continues', async () => {
    const hubkeep = await start();
    const { owner, hub, space } = await createPlace(hubkeep.client);
    const files = Array.from({ length: 12 }, (_, n) => ({
      name: `log-${n}.txt`,
      bytes: `line ${n} of a long log\n`.repeat(50_000),
    }));
    const { items } = expectData(await uploadBytes(owner, { hub, space }, files), 201);
    const began = performance.now();
    expect(await hubkeep.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN);
    const second = await start({ dataDir: hubkeep.dataDir });
    const again = await signInAgain(second.client, owner);
    for (const { id } of items) await waitUntilReady(again, id, 50_000);
  });
});

describe('kill -9 while files are processed', () => {
  it('is followed by a start that finishes them within seconds', async () => {
    const first = await start();
    const { owner, hub, space } = await createPlace(first.client);
    const bytes = new Uint8Array(
      await readFile(join(import.meta.dirname, '..', 'fixtures', 'files', 'handbook.pdf')),
    );
    const files = Array.from({ length: 20 }, (_, n) => ({ name: `handbook-${n}.pdf`, bytes }));
    const { items } = expectData(await uploadBytes(owner, { hub, space }, files), 201);
    await eventually(async () => {
      const list = expectData(
        await owner.client.in(hub).get(`spaces/${space.slug}/items/`, { query: { page_size: 100 } }),
      );
      expect(list.some((item) => item.processing.state === 'running')).toBe(true);
    });
    await first.kill();
    const second = await start({ dataDir: first.dataDir });
    const again = await signInAgain(second.client, owner);
    for (const { id } of items) await waitUntilReady(again, id, 50_000);
    const hits = expectData(
      await again.client.in(hub).get('search/', { query: { q: 'marlinspike', page_size: 100 } }),
    );
    expect(hits).toHaveLength(items.length);
  });
});

describe('a running process', () => {
  it('returns only 503 with Retry-After while its database is away, and still stops cleanly', async () => {
    const hubkeep = await start({ env: { LOG_LEVEL: 'fatal' } });
    expect((await fetch(`${hubkeep.url}/readyz`)).status).toBe(200);
    const { token } = await registerUser(hubkeep.client);
    // Without this file no server starts with the folder.
    const control = join(hubkeep.dataDir, 'postgres', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    await killPostmaster(hubkeep.dataDir);
    await eventually(async () => {
      const response = await fetch(`${hubkeep.url}/readyz`);
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'not_ready' });
    });
    expect((await fetch(`${hubkeep.url}/healthz`)).status).toBe(200);
    const refused = await fetch(`${hubkeep.url}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.test', password: 'Boathouse-7' }),
    });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const text = await refused.text();
    expect(text).toMatch(/Try again/);
    expect(text).not.toMatch(/ECONN|postgres|socket|\.ts/i);
    // A signed-in user is not redirected to the sign-in page: the page fails, with our own message.
    const page = await fetch(`${hubkeep.url}/profile`, { headers: { cookie: `hubkeep_session=${token}` } });
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toContain('This page couldn’t be shown');
    const began = performance.now();
    expect(await hubkeep.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN);
  });

  it('restarts its database after a kill, returns only 503 until then, and loses nothing', async () => {
    const hubkeep = await start();
    const { owner, hub, space } = await createPlace(hubkeep.client);
    const place = { hub, space };
    const statuses = new Set<number>();
    const storedIds: string[] = [];
    let isOver = false;
    const write = async (n: number) => {
      while (!isOver) {
        const file = {
          name: `file-${n}-${storedIds.length}.txt`,
          bytes: `word${n}x${storedIds.length} ${'lorem '.repeat(500)}`,
        };
        const response = await uploadBytes(owner, place, [file]);
        statuses.add(response.status);
        if (response.status === 201) storedIds.push(...expectData(response, 201).items.map(({ id }) => id));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const writers = Promise.all([1, 2, 3].map(write));
    for (let round = 0; round < 2; round += 1) {
      const before = storedIds.length;
      await eventually(async () => expect(storedIds.length).toBeGreaterThan(before + 5));
      await killPostmaster(hubkeep.dataDir);
    }
    const after = storedIds.length;
    await eventually(async () => expect(storedIds.length).toBeGreaterThan(after + 5));
    isOver = true;
    await writers;
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    for (const id of storedIds) await waitUntilReady(owner, id, 40_000);
    expect(hubkeep.output()).not.toMatch(/unhandled/i);
    expect(await hubkeep.stop()).toBe(0);
  }, 180_000);

  it('gives pages the API host that was configured at its start', async () => {
    const host = 'http://api.example.test:8080';
    const hubkeep = await start({ env: { NEXT_PUBLIC_API_HOST: host } });
    const response = await fetch(`${hubkeep.url}/auth/signin`);
    expect(await response.text()).toContain(`data-api-host="${host}"`);
    expect(response.headers.get('content-security-policy')).toMatch(
      new RegExp(`connect-src 'self'[^;]* ${host}`),
    );
  });
});
