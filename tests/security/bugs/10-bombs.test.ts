import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { deepJson, deepXml } from '#tests/fixtures/make/hostile.ts';
import { docx } from '#tests/fixtures/make/office.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { uploadBytes, uploadFixture, waitUntilProcessed, waitUntilReady } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 10 of docs/permissions.md: archive and decompression bombs, entity expansion, a parser that
// crashes the server.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** The expected result of each; a code is why its extraction failed. */
const HOSTILE: Record<string, string> = {
  'bomb.docx': 'too_large',
  'lying-size.docx': 'failed',
  'traversal.docx': 'failed',
  'truncated.docx': 'failed',
  'truncated.pdf': 'failed',
  'encrypted.pdf': 'encrypted',
  'encrypted.xlsx': 'encrypted',
  'huge-page.pdf': 'ready',
  'huge.svg': 'either',
  'entity-bomb.svg': 'either',
  'entity-bomb.xml': 'either',
  'external.svg': 'either',
  'broken.xml': 'failed',
  'broken.json': 'failed',
};

/** Nested aliases, each for ten of the previous one. */
const YAML_BOMB = [
  'a: &a [x,x,x,x,x,x,x,x,x,x]',
  ...'bcdefghij'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]},`.repeat(10)}]`),
].join('\n');

type Place = Awaited<ReturnType<typeof createPlace>>;

async function found(person: TestAccount, { hub }: Place, q: string): Promise<string[]> {
  const results = await person.client.in(hub).get('search/', { query: { q } });
  return expectData(results).map(({ item }) => item.id);
}

test('fails hostile files individually while other files are processed and the server responds', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const uploads = Object.keys(HOSTILE).map((name) => uploadFixture(owner, place, `hostile/${name}`));
  const honest = uploadFixture(owner, place, 'files/minutes.docx');
  const waits: number[] = [];
  let reading = true;
  const polling = (async () => {
    while (reading) {
      const began = performance.now();
      expectData(await owner.client.in(place.hub).get('spaces/'));
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const items = await Promise.all(uploads);
  const last = await uploadFixture(owner, place, 'files/letter.eml');
  for (const [at, [name, outcome]] of Object.entries(HOSTILE).entries()) {
    const { processing } = await waitUntilProcessed(owner, items[at]?.id ?? '', 60_000);
    if (outcome === 'ready') expect(processing.state, name).toBe('ready');
    else if (outcome !== 'either') {
      expect(processing.state, name).toBe('failed');
      expect(processing.reason, name).toMatch(/\w/);
      if (outcome !== 'failed') expect(processing.code, name).toBe(outcome);
    }
  }
  await waitUntilReady(owner, (await honest).id);
  await waitUntilReady(owner, last.id);
  reading = false;
  await polling;
  expect(Math.max(...waits)).toBeLessThan(5_000);
  expect(await found(owner, place, 'larchshingle')).toEqual([(await honest).id]);
  expect(await found(owner, place, 'tamarisk')).toEqual([last.id]);
});

test('expands no entities or anchors, and reads no file of the machine', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const files = [
    { name: 'bomb.yaml', bytes: YAML_BOMB },
    { name: 'deep.json', bytes: deepJson(100_000) },
    { name: 'deep.xml', bytes: deepXml(100_000) },
    {
      name: 'feed.xml',
      bytes: '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>lintelstone &x;</r>',
    },
    {
      name: 'page.html',
      bytes: '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>lintelstone &x;</p>',
    },
    {
      name: 'drawing.svg',
      bytes:
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>lintelstone &x;</text></svg>',
    },
  ];
  const response = await uploadBytes(owner, place, files);
  const items = [
    ...expectData(response).items,
    await uploadFixture(owner, place, 'hostile/entity-bomb.xml'),
    await uploadFixture(owner, place, 'hostile/entity-bomb.svg'),
  ];
  for (const { id, title } of items) {
    await waitUntilProcessed(owner, id);
    const texts = await Promise.all(
      ['text/?page_size=100', 'preview/'].map(async (subpath) =>
        (await owner.client.fetch('GET', `items/${id}/${subpath}`)).text(),
      ),
    );
    expect(texts.join(), title).not.toMatch(/root:|aaaaaaaaaaaaaaaaaaaa/);
    expect(texts.join().length, title).toBeLessThan(2_000_000);
  }
});

test('refuses a decompression bomb without further cost', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  // Many small parts that are each harmless.
  const part = Buffer.alloc(16 * 1024 * 1024, ' ');
  const many = Array.from({ length: 40 }, (_, n) => ({ name: `word/media/${n}.xml`, data: part }));
  const bytes = new Uint8Array(docx(['Boom'], many));
  const before = process.memoryUsage().rss;
  const [item] = expectData(await uploadBytes(owner, place, [{ name: 'many.docx', bytes }])).items;
  const { processing } = await waitUntilProcessed(owner, item?.id ?? '', 60_000);
  expect(processing).toMatchObject({ state: 'failed', code: 'too_large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2);
  const thumbnail = await owner.client.fetch('GET', `items/${item?.id}/thumbnail/`);
  expect(thumbnail.status).toBe(404);
});

test('refuses a picture or body that would fill the memory, and serves the next request', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const huge = await uploadFixture(owner, place, 'hostile/huge.svg');
  await waitUntilProcessed(owner, huge.id);
  const page = await uploadFixture(owner, place, 'hostile/huge-page.pdf');
  await waitUntilProcessed(owner, page.id);
  const pictures = await Promise.all(
    Array.from({ length: 6 }, () => [
      owner.client.fetch('GET', `items/${huge.id}/thumbnail/?w=2000`),
      owner.client.fetch('GET', `items/${page.id}/preview/?page=1&w=2000`),
    ]).flat(),
  );
  for (const { status } of pictures) expect([200, 404]).toContain(status);
  const deep = `${'{"title":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  for (const [raw, type, statuses] of [
    [deep, 'application/json', [400, 413, 422]],
    [`{"title":"${'x'.repeat(ROWS_MAX_BYTES)}"}`, 'application/json', [413]],
    [
      `{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}`,
      'application/json',
      [422],
    ],
  ] as const) {
    const path = `spaces/${place.space.slug}/items/`;
    const response = await owner.client
      .in(place.hub)
      .post<Item>(path, undefined, { raw, headers: { 'content-type': type } });
    expect(statuses, raw.slice(0, 40)).toContain(response.status);
  }
  expect(({} as { role?: string }).role).toBeUndefined();
  const packed = await owner.client.fetch('PATCH', `items/${page.id}/`, undefined, {
    raw: new Uint8Array(1000),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(packed.status).toBeGreaterThanOrEqual(400);
  const query = `search/?q=${encodeURIComponent('a*'.repeat(2_000))}`;
  expect((await owner.client.in(place.hub).get(query)).status).toBeLessThan(500);
  expectData(await owner.client.get(`items/${page.id}/`));
  expectRefusal(await owner.client.get(`items/${page.id}x/`), 404);
});
