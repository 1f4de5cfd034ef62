import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
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

it('continues after choices whose ids are as long as they may be', async () => {
  const options = ['c', 'a', 'b'].map((id) => ({ id: id.padStart(500, 'x'), label: id }));
  const table = await createTable(owner, place, [
    { name: 'one', label: 'One', type: 'select', required: false, options },
    { name: 'many', label: 'Many', type: 'multi-select', required: false, options },
  ]);
  const ids = options.map(({ id }) => id);
  await addRows(
    owner,
    table,
    ids.toReversed().map((id) => ({ one: id, many: [id] })),
  );
  expect(await inOrder(table, 'one', 'one')).toEqual(ids);
  expect(await inOrder(table, '-one', 'one')).toEqual(ids.toReversed());
  expect(await inOrder(table, 'many', 'one')).toEqual(ids);
  expect(await inOrder(table, '-many', 'one')).toEqual(ids.toReversed());
});

it('continues after values that take many characters, and after numbers of any size', async () => {
  const table = await createTable(owner, place, [
    { name: 'text', label: 'Text', type: 'text', required: false },
    { name: 'number', label: 'Number', type: 'number', required: false },
    { name: 'day', label: 'Day', type: 'date', required: false },
    { name: 'time', label: 'Time', type: 'time', required: false },
  ]);
  // Four bytes and two units each: a text is compared by its first hundred characters.
  const wide = '\u{1f6a2}';
  const texts = [wide.repeat(99), wide.repeat(100), `${wide.repeat(100)}b`, `${wide.repeat(99)}a`];
  const numbers = [-1e300, -1e21, -0.1, -1e-7, 0, 5e-324, 0.1 + 0.2, 1e21];
  const days = ['0001-01-01', '0999-12-31', '1900-02-28', '2024-02-29', '9999-12-31'];
  const times = ['00:00', '09:05', '23:59:59'];
  await addRows(
    owner,
    table,
    numbers.map((number, at) => ({
      number,
      ...(texts[at] ? { text: texts[at] } : {}),
      ...(days[at] ? { day: days[at] } : {}),
      ...(times[at] ? { time: times[at] } : {}),
    })),
  );
  const empty = (values: readonly unknown[]) => new Array<null>(numbers.length - values.length).fill(null);
  expect(await inOrder(table, 'number', 'number')).toEqual(numbers);
  expect(await inOrder(table, '-number', 'number')).toEqual(numbers.toReversed());
  const inTextOrder = await inOrder(table, 'text', 'text');
  expect(inTextOrder).toHaveLength(numbers.length);
  expect(inTextOrder.slice(0, texts.length)).toEqual(texts);
  expect(await inOrder(table, 'day', 'day')).toEqual([...days, ...empty(days)]);
  expect(await inOrder(table, '-time', 'time')).toEqual([...times.toReversed(), ...empty(times)]);
});

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

describe('choices', () => {
  // Their ids are in another order than the options, as those that a dialog makes.
  const options = [
    { id: 'q9', label: 'High' },
    { id: 'a1', label: 'Medium' },
    { id: 'm5', label: 'Low' },
  ];
  const levels = ['m5', null, 'a1', 'q9', 'm5', 'q9', null, 'a1'];

  it('are in the order of the options, also after these were moved', async () => {
    const level = { id: 'f_level', name: 'level', label: 'Level', type: 'select', required: false };
    const table = await createTable(owner, place, [
      { ...level, options, allow_other: true },
      { name: 'n', label: 'N', type: 'number', required: false },
    ]);
    await addRows(
      owner,
      table,
      [...levels, 'Part 10', 'Part 9'].map((value, n) => ({ ...(value ? { level: value } : {}), n })),
    );
    const sorted = ['q9', 'q9', 'a1', 'a1', 'm5', 'm5', 'Part 9', 'Part 10'];
    expect(await inOrder(table, 'level', 'level')).toEqual([...sorted, null, null]);
    expect(await inOrder(table, '-level', 'level')).toEqual([...sorted.toReversed(), null, null]);
    expect(await inOrder(table, '-level,-n', 'n')).toEqual([8, 9, 4, 0, 7, 2, 5, 3, 6, 1]);
    expect(await groupsOf(table, 'level')).toEqual(['q9', 'a1', 'm5', 'Part 9', 'Part 10', null]);

    const first = await pageOf(table, { sort: 'level', page_size: 3 });
    const moved = { options: options.toReversed() };
    expectData(await owner.client.patch(`items/${table.id}/columns/f_level/`, moved));
    expect((await inOrder(table, 'level', 'level')).slice(0, 6)).toEqual([
      'm5',
      'm5',
      'a1',
      'a1',
      'q9',
      'q9',
    ]);
    expect(await groupsOf(table, 'level')).toEqual(['m5', 'a1', 'q9', 'Part 9', 'Part 10', null]);
    // A cursor has the value: the list continues behind it, wherever it is now.
    const next = await pageOf(table, { sort: 'level', page_size: 3, after: String(first.next) });
    expect(next.data.map(({ values }) => values.level)).toEqual(['a1', 'q9', 'q9']);
  });

  it('of which a row has several are in the order of the first, then of the next ones', async () => {
    const tags = { name: 'tags', label: 'Tags', type: 'multi-select', required: false, options };
    const table = await createTable(owner, place, [tags]);
    const lists = [['m5'], ['a1', 'm5'], null, ['q9', 'm5'], ['a1'], ['q9'], ['q9', 'a1'], ['a1', 'm5'], []];
    await addRows(
      owner,
      table,
      lists.map((value) => (value ? { tags: value } : {})),
    );
    const sorted = [['q9'], ['q9', 'a1'], ['q9', 'm5'], ['a1'], ['a1', 'm5'], ['a1', 'm5'], ['m5']];
    expect(await inOrder(table, 'tags', 'tags')).toEqual([...sorted, null, null]);
    expect(await inOrder(table, '-tags', 'tags')).toEqual([...sorted.toReversed(), null, null]);
    const rows = `items/${table.id}/rows/`;
    const [row] = (await pageOf(table, { page_size: 1 })).data;
    for (const key of ['x', '{"a":1}', '[1]', '["a","b","c","d","e"]', '[[["a"]]]']) {
      const after = Buffer.from(JSON.stringify([1, row?.id, key])).toString('base64url');
      expectRefusal(await owner.client.get(rows, { query: { sort: 'tags', after } }), 422);
    }
  });
});

describe('people', () => {
  it('are in the order of their names, who left among them, and nobody outside learns it', async () => {
    const cast = await createPlace(server.client);
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => addMember(server.client, cast.owner, cast.hub)),
    );
    if (!first || !second || !third) throw new Error('there are three');
    const names = new Map([
      [cast.owner, ['Zoe', 'Adams']],
      [first, ['Part', '10']],
      [second, ['Part', '9']],
      [third, ['Östen', 'Lund']],
    ]);
    for (const [{ user }, [firstName, lastName]] of names)
      await server.sql('update app_user set first_name = $2, last_name = $3 where id = $1', [
        user.id,
        firstName,
        lastName,
      ]);
    owner = cast.owner;
    const table = await createTable(cast.owner, cast, [
      { name: 'n', label: 'N', type: 'number', required: false },
      { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
      { name: 'crew', label: 'Crew', type: 'person', multiple: true, required: false },
    ]);
    const [zoe, ten, nine, osten] = [...names.keys()].map(({ user }) => user.id);
    const leads = [zoe, ten, null, nine, osten, ten, null, zoe];
    await addRows(
      cast.owner,
      table,
      leads.map((lead, n) => (lead ? { n, lead, crew: [lead, ...(n > 4 ? [nine] : [])] } : { n })),
    );
    const sorted = [osten, nine, ten, ten, zoe, zoe];
    const check = async () => {
      expect(await inOrder(table, 'lead', 'lead')).toEqual([...sorted, null, null]);
      expect(await inOrder(table, '-lead', 'lead')).toEqual([...sorted.toReversed(), null, null]);
      expect(await inOrder(table, 'lead,-n', 'n')).toEqual([4, 3, 5, 1, 7, 0, 6, 2]);
      expect(await inOrder(table, 'crew', 'n')).toEqual([4, 3, 1, 5, 0, 7, 2, 6]);
      expect(await groupsOf(table, 'lead')).toEqual([osten, nine, ten, zoe, null]);
    };
    await check();
    expectData(await cast.owner.client.delete(`hubs/${cast.hub.domain_handle}/members/${third.user.id}/`));
    await check();

    const link = await shareByLink(cast.owner, table.id, { role: 'viewer' });
    const holder = await linkHolder(server, link);
    const settings = { name: 'By lead', sort: ['f_lead'] };
    const view = expectData(await cast.owner.client.post(`items/${table.id}/views/`, settings), 201);
    const seen = await holder.get(`items/${table.id}/rows/`, { query: { view: view.id, page_size: 3 } });
    expect(expectData(seen).map(({ values }) => values.n)).toEqual([0, 1, 2]);
    const shared = await cast.owner.client.post(`items/${table.id}/views/${view.id}/share-links/`, {});
    const ofView = await linkHolder(server, expectData(shared, 201));
    const shown = expectData(await ofView.get(`shared-views/${view.id}/rows/`));
    expect(shown.map(({ values }) => values.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expectRefusal(await holder.get(`items/${table.id}/rows/`, { query: { sort: 'lead' } }), 422);
  });
});
