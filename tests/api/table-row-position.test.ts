import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let table: Item;
let rows: Row[];

beforeAll(async () => {
  place = await createPlace(server.client);
  table = await createTable(place.owner, place);
  const values = Array.from({ length: 300 }, (_, at) => ({
    name: `Row ${at + 1}`,
    // Some have no value: empty cells are sorted last.
    ...(at % 3 === 0 ? {} : { price: (at * 7) % 20 }),
  }));
  rows = await addRows(place.owner, table, values);
});

const pageOf = async (query: Record<string, string | number>) => {
  const { status, body } = await place.owner.client.get(`items/${table.id}/rows/`, { query });
  strictEqual(status, 200);
  const page = body as { data: Row[]; next: string | null; previous: string | null };
  return page;
};
const names = (list: readonly Row[]) => list.map(({ values }) => values.name);

describe('the page around a row of a table', () => {
  it('has the row in its middle, with cursors before and after it', async () => {
    const requested = rows[249];
    ok(requested);
    const page = await pageOf({ around: requested.id, page_size: 21 });
    deepStrictEqual(names(page.data), names(rows.slice(239, 260)));
    ok(page.next && page.previous);
    const later = await pageOf({ after: page.next, page_size: 5 });
    deepStrictEqual(names(later.data), names(rows.slice(260, 265)));
    const earlier = await pageOf({ before: page.previous, page_size: 5 });
    deepStrictEqual(names(earlier.data), names(rows.slice(234, 239)));
  });

  it('is a full page at both ends of the table, with no cursor beyond', async () => {
    const [first, last] = [rows[0], rows.at(-1)];
    ok(first && last);
    const beginning = await pageOf({ around: first.id, page_size: 11 });
    deepStrictEqual(names(beginning.data), names(rows.slice(0, 11)));
    strictEqual(beginning.previous, null);
    const lastPage = await pageOf({ around: last.id, page_size: 11 });
    strictEqual(lastPage.next, null);
    strictEqual(lastPage.data.at(-1)?.id, last.id);
  });

  it.each(['price', '-price', '-price,name', 'name'])(
    'pages both ways through all rows sorted by %s, empty cells included',
    async (sort) => {
      const whole = await pageOf({ sort, page_size: 100 });
      const all = [...whole.data];
      for (let next = whole.next; next; ) {
        const page = await pageOf({ sort, after: next, page_size: 100 });
        all.push(...page.data);
        next = page.next;
      }
      strictEqual(all.length, 300);
      const page = await pageOf({ sort, around: all[150]?.id ?? '', page_size: 50 });
      const found = [...page.data];
      for (let before = page.previous; before; ) {
        const earlier = await pageOf({ sort, before, page_size: 50 });
        found.unshift(...earlier.data);
        before = earlier.previous;
      }
      for (let after = page.next; after; ) {
        const later = await pageOf({ sort, after, page_size: 50 });
        found.push(...later.data);
        after = later.next;
      }
      deepStrictEqual(names(found), names(all));
    },
  );

  it('is 404 for a missing row, and 422 for two positions at once', async () => {
    const get = (query: Record<string, string>) =>
      place.owner.client.get(`items/${table.id}/rows/`, { query });
    expectRefusal(await get({ around: place.space.id }), 404);
    expectRefusal(await get({ around: 'nothing' }), 404);
    expectRefusal(await get({ around: rows[0]?.id ?? '', after: 'x' }), 422);
    expectData(await get({ q: 'Row 250' }));
  });
});
