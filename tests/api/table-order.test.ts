import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let owner: TestAccount;

beforeAll(async () => {
  place = await createPlace(server.client);
  owner = place.owner;
});

type Page = { data: Row[]; next: string | null; previous: string | null };

async function pageOf({ id }: Item, query: Record<string, string | number>): Promise<Page> {
  const { status, body } = await owner.client.get(`items/${id}/rows/`, { query });
  expect(status).toBe(200);
  return body as Page;
}

/** The values of a column in order, read in pages of two in both directions. */
async function inOrder(table: Item, sort: string, name: string): Promise<unknown[]> {
  const first = await pageOf(table, { sort, page_size: 2 });
  const forwards = [...first.data];
  for (let { next } = first; next; ) {
    const page = await pageOf(table, { sort, page_size: 2, after: next });
    forwards.push(...page.data);
    next = page.next;
  }
  const last = await pageOf(table, { sort, page_size: 1, around: forwards.at(-1)?.id ?? '' });
  const backwards = [...last.data];
  for (let { previous } = last; previous; ) {
    const page = await pageOf(table, { sort, page_size: 2, before: previous });
    backwards.unshift(...page.data);
    previous = page.previous;
  }
  expect(backwards.map(({ id }) => id)).toEqual(forwards.map(({ id }) => id));
  return forwards.map(({ values }) => values[name] ?? null);
}

async function groupsOf({ id }: Item, group: string): Promise<unknown[]> {
  const query = { group, metrics: 'count' };
  const found = expectData(await owner.client.get(`items/${id}/aggregate/`, { query }));
  return found.map(({ group: value }) => value);
}

describe('texts', () => {
  it('are in natural order: numbers by their value, case and accents last', async () => {
    const table = await createTable(owner, place, [
      { name: 'part', label: 'Part', type: 'text', required: false },
      { name: 'n', label: 'N', type: 'number', required: false },
    ]);
    const texts = ['Zebra', 'part 10', 'Äpfel', null, 'Part 9', 'apfel', 'Part 10', 'Part 9', 'Apfel', null];
    await addRows(
      owner,
      table,
      texts.map((part, n) => ({ ...(part === null ? {} : { part }), n })),
    );
    const sorted = ['apfel', 'Apfel', 'Äpfel', 'Part 9', 'Part 9', 'part 10', 'Part 10', 'Zebra'];
    expect(await inOrder(table, 'part', 'part')).toEqual([...sorted, null, null]);
    expect(await inOrder(table, '-part', 'part')).toEqual([...sorted.toReversed(), null, null]);
    // Ties are sorted by the next column.
    expect(await inOrder(table, 'part,-n', 'n')).toEqual([5, 8, 2, 7, 4, 1, 6, 0, 9, 3]);
    expect(await groupsOf(table, 'part')).toEqual([
      ...sorted.filter((text, at) => text !== sorted[at - 1]),
      null,
    ]);
    const metrics = { metrics: 'min:part,max:part' };
    const [all] = expectData(await owner.client.get(`items/${table.id}/aggregate/`, { query: metrics }));
    expect(all?.values).toEqual({ 'min:part': 'apfel', 'max:part': 'Zebra' });
  });

  it('of contacts are in natural order, a page of names at a time', async () => {
    const columns = [{ name: 'name', label: 'Name', type: 'text' }];
    const body = { kind: 'contact', title: 'Crew', content: { columns } };
    const { hub, space } = place;
    const list = expectData(await owner.client.in(hub).post(`spaces/${space.slug}/items/`, body), 201);
    await addRows(
      owner,
      list,
      ['Zoe', 'Östman', 'anna', 'Olsen', 'Émile', 'Anna', 'Eve', 'Åse'].map((name) => ({ name })),
    );
    const names = ['anna', 'Anna', 'Åse', 'Émile', 'Eve', 'Olsen', 'Östman', 'Zoe'];
    expect(await inOrder(list, 'name', 'name')).toEqual(names);
    expect(await inOrder(list, '-name', 'name')).toEqual(names.toReversed());
  });
});
