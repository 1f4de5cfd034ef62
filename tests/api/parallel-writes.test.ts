import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import { expectData } from '#tests/harness/answers.ts';
import { createItem } from '#tests/harness/content.ts';
import { createPlace } from '#tests/harness/people.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const WORDS = ['anchor', 'birch', 'copper', 'dune', 'ember', 'fjord', 'grove', 'heather'];

test('many people may write texts of the same words at the same time', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const texts = Array.from({ length: 48 }, (_, n) => {
    const turned = [...WORDS.slice(n % WORDS.length), ...WORDS.slice(0, n % WORDS.length)];
    return { title: turned.slice(0, 3).join(' '), content: `${turned.slice(3).join(' ')} number${n}` };
  });
  await Promise.all(texts.map((text) => createItem(owner, { hub, space }, text)));
  for (const word of ['heather', 'haether']) {
    const query = { q: word, page_size: 100 };
    const found = expectData(await owner.client.in(hub).get<SearchResult[]>('search/', { query }));
    expect(found.length, word).toBe(texts.length);
  }
});
