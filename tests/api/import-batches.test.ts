import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
const PAGES = 100;

test('writes many new documents with each transaction, each with what its file says of it', async () => {
  const place = await createPlace(server.client);
  const database = new pg.Client(server.databaseUrl);
  await database.connect();
  onTestFinished(() => database.end());
  const name = (n: number) => `Part ${n % 3}/Page ${n}.md`;
  const pages = Array.from({ length: PAGES }, (_, n) => [
    name(n),
    n % 2 === 0
      ? `---\ncreated: 2019-05-0${1 + (n % 9)}\nauthor: Amina ${n}\ntags: [t${n}]\n---\nText ${n}, see [missing](no${n}.md)`
      : `Text ${n}`,
  ]);
  const job = await importArchive(place, { bytes: await zipOf(Object.fromEntries(pages)) });
  expect(job).toMatchObject({ state: 'ready', done: PAGES, rejected: 0 });

  const text = `select count(*)::int as documents, count(distinct xmin::text)::int as transactions
    from import_source where space_id = $1 and path like '%.md'`;
  const { documents, transactions } = (await database.query(text, [place.space.id])).rows[0];
  expect(documents).toBe(PAGES);
  expect(transactions).toBeLessThanOrEqual(PAGES / 4);

  const report = reportOf(job);
  const by = place.owner.client.in(place.hub);
  for (const n of [0, 1, 50, 99]) {
    const { item_id, reason } = report[name(n)] ?? {};
    const item = expectData(await by.get(`items/${item_id}/`));
    const { markdown } = expectData(await by.get(`items/${item_id}/content/`));
    expect(markdown).toContain(`Text ${n}`);
    expect(item.title).toBe(`Page ${n}`);
    if (n % 2 === 1) {
      expect(reason).toBeUndefined();
      continue;
    }
    expect(reason).toContain(`no${n}.md`);
    expect(item.created_at).toMatch(`2019-05-0${1 + (n % 9)}`);
    expect(item.source).toEqual({ author: `Amina ${n}`, tags: [`t${n}`] });
  }
  expect(new Set(Object.values(report).map(({ item_id }) => item_id)).size).toBe(PAGES);
});
