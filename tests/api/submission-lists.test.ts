import { expect, test } from 'vitest';
import type { Submission, SubmissionDetail, SubmissionFields } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { changeForm, createOpenForm, type FormInput, publishForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

const optional = { required: false };
const OPTIONS = [
  { id: 'c', label: 'Third' },
  { id: 'a', label: 'First' },
  { id: 'b', label: 'Second' },
];
const FIELDS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text', ...optional },
  { id: 'f_long', name: 'long', label: 'Long', type: 'textarea', ...optional },
  { id: 'f_age', name: 'age', label: 'Age', type: 'number', ...optional },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date', ...optional },
  { id: 'f_at', name: 'at', label: 'At', type: 'datetime', ...optional },
  { id: 'f_time', name: 'time', label: 'Time', type: 'time', ...optional },
  { id: 'f_one', name: 'one', label: 'One', type: 'select', options: OPTIONS, ...optional },
  { id: 'f_tags', name: 'tags', label: 'Tags', type: 'checkboxes', options: OPTIONS, ...optional },
  {
    id: 'f_people',
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    ...optional,
    fields: [{ id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' }],
  },
];

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: FIELDS, ...input });
  const send = async (values: Record<string, unknown>, version = 1) =>
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201)
      .id;
  const path = `forms/${form.id}/submissions/`;
  const get = (query: Record<string, string>) =>
    at.owner.client.get<Submission[]>(`${path}?${new URLSearchParams({ page_size: '100', ...query })}`);
  const list = async (query: Record<string, string> = {}) => expectData(await get(query));
  const names = async (query: Record<string, string>) => (await list(query)).map(({ values }) => values.name);
  const where = (condition: unknown, more: Record<string, string> = {}) =>
    names({ filter: JSON.stringify(condition), sort: 'created_at', ...more });
  return { ...at, form, path, send, get, list, names, where };
}

const LONG = `${'long '.repeat(150)}Needle`;

test('filters by every operator of every type like the field engine, over all versions', async () => {
  const { send, where, owner, form } = await open();
  await send({
    name: 'Ada Lovelace',
    long: LONG,
    age: 36,
    day: '1815-12-10',
    at: '2026-01-01T12:00:00+02:00',
    time: '09:30',
    one: 'a',
    tags: ['a', 'b'],
    people: [{ mail: 'ada@example.test' }, { mail: 'annabella@example.test' }],
  });
  await send({ name: 'Bo', age: -4.5, day: '2026-02-28', time: '10:00', one: 'b', tags: ['b'] });
  await send({ name: 'Cy', at: '2026-01-01T10:00:00Z' });
  await changeForm(owner, form, {
    fields: [{ ...FIELDS[0], name: 'name', label: 'Full name' }, ...FIELDS.slice(1)],
  });
  await publishForm(owner, form);
  await send({ name: 'bo', age: 36 }, 2);
  const is = (field: string, op: string, value?: string | number) =>
    where({ field, op, ...(value === undefined ? {} : { value }) });
  expect(await is('f_name', 'equals', 'Bo')).toEqual(['Bo']);
  expect(await is('f_name', 'not_equals', 'Bo')).toEqual(['Ada Lovelace', 'Cy', 'bo']);
  expect(await is('f_name', 'contains', 'LOVE')).toEqual(['Ada Lovelace']);
  expect(await is('f_name', 'not_contains', 'o')).toEqual(['Cy']);
  expect(await is('f_name', 'starts_with', 'b')).toEqual(['Bo', 'bo']);
  expect(await is('f_name', 'ends_with', 'LACE')).toEqual(['Ada Lovelace']);
  expect(await is('f_long', 'contains', 'needle')).toEqual(['Ada Lovelace']);
  expect(await is('f_long', 'ends_with', 'needle')).toEqual(['Ada Lovelace']);
  expect(await is('f_long', 'equals', LONG)).toEqual(['Ada Lovelace']);
  expect(await is('f_long', 'equals', `${LONG}s`)).toEqual([]);
  expect(await is('f_age', 'equals', 36)).toEqual(['Ada Lovelace', 'bo']);
  expect(await is('f_age', 'not_equals', 36)).toEqual(['Bo', 'Cy']);
  expect(await is('f_age', 'greater', -4.5)).toEqual(['Ada Lovelace', 'bo']);
  expect(await is('f_age', 'greater_or_equal', -4.5)).toEqual(['Ada Lovelace', 'Bo', 'bo']);
  expect(await is('f_age', 'less', 36)).toEqual(['Bo']);
  expect(await is('f_age', 'less_or_equal', 36)).toEqual(['Ada Lovelace', 'Bo', 'bo']);
  expect(await is('f_day', 'equals', '1815-12-10')).toEqual(['Ada Lovelace']);
  expect(await is('f_day', 'before', '2026-02-28')).toEqual(['Ada Lovelace']);
  expect(await is('f_day', 'after', '1815-12-10')).toEqual(['Bo']);
  expect(await is('f_at', 'equals', '2026-01-01T10:00:00Z')).toEqual(['Ada Lovelace', 'Cy']);
  expect(await is('f_time', 'equals', '09:30:00')).toEqual(['Ada Lovelace']);
  expect(await is('f_time', 'after', '09:30')).toEqual(['Bo']);
  expect(await is('f_one', 'equals', 'a')).toEqual(['Ada Lovelace']);
  expect(await is('f_one', 'not_equals', 'a')).toEqual(['Bo', 'Cy', 'bo']);
  expect(await is('f_tags', 'includes', 'b')).toEqual(['Ada Lovelace', 'Bo']);
  expect(await is('f_tags', 'not_contains', 'a')).toEqual(['Bo', 'Cy', 'bo']);
  expect(await is('f_people', 'is_not_empty')).toEqual(['Ada Lovelace']);
  expect(await is('f_mail', 'starts_with', 'anna')).toEqual(['Ada Lovelace']);
  expect(await is('f_age', 'is_empty')).toEqual(['Cy']);
  const both = {
    and: [{ field: 'f_age', op: 'equals', value: 36 }, { not: { field: 'f_one', op: 'is_empty' } }],
  };
  expect(await where(both)).toEqual(['Ada Lovelace']);
  expect(await where({ or: [both, { field: 'f_name', op: 'equals', value: 'Cy' }] })).toEqual([
    'Ada Lovelace',
    'Cy',
  ]);
  expect(await where(both, { version: '2' })).toEqual([]);
  const detail = expectData(await owner.client.get(`forms/${form.id}/asked-fields/`));
  expect(detail.fields.map(({ label }) => label)[0]).toBe('Full name');
  expect(detail.versions.map(({ version }) => version)).toEqual([2, 1]);
  // Lists of submissions use the formats of the form's page.
  expect(detail).toMatchObject({ locale: 'en', time_zone: null });
  expectData(
    await owner.client.patch(`forms/${form.id}/`, { settings: { language: 'de', time_zone: 'Asia/Tokyo' } }),
  );
  expect(
    expectData(await owner.client.get<SubmissionFields>(`forms/${form.id}/asked-fields/`)),
  ).toMatchObject({
    locale: 'de',
    time_zone: 'Asia/Tokyo',
  });
});

test('refuses a hostile filter or sort by name, and reads nothing else', async () => {
  const { send, get } = await open();
  await send({ name: 'Bo' });
  const deep = (n: number): unknown => (n === 0 ? { field: 'f_name', op: 'is_empty' } : { not: deep(n - 1) });
  for (const filter of [
    '{',
    '[]',
    '{}',
    '"x"',
    JSON.stringify({ field: "f_name' or 1=1 --", op: 'equals', value: 'x' }),
    JSON.stringify({ field: 'f_name', op: 'drop table', value: 'x' }),
    JSON.stringify({ field: 'f_name', op: 'equals', value: { a: 1 } }),
    JSON.stringify({ field: 'f_age', op: 'equals', value: '1; delete from submission' }),
    JSON.stringify({ and: Array.from({ length: 101 }, () => ({ field: 'f_age', op: 'is_empty' })) }),
    JSON.stringify(deep(12)),
    JSON.stringify({ field: 'f_day', op: 'before', value: '2026-02-31' }),
  ]) {
    const response = await get({ filter });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {}).every((path) => path.startsWith('filter'))).toBe(true);
  }
  for (const sort of ['name', 'field:', 'field:f_people', "field:f_name'; --", '--created_at']) {
    expectRefusal(await get({ sort }), 422, 'invalid_fields');
  }
  const percent = { field: 'f_name', op: 'contains', value: "%'_\\" };
  expect(expectData(await get({ filter: JSON.stringify(percent) }))).toEqual([]);
  for (const after of ['x', 'W10', Buffer.from('["\\u0000","x"]').toString('base64url'), '%00']) {
    expect(expectData(await get({ after, sort: 'field:f_age' }))).toEqual([]);
    expect(expectData(await get({ after }))).toEqual([]);
  }
});

/** All results, in pages of `size`. */
async function paged(
  get: Awaited<ReturnType<typeof open>>['get'],
  query: Record<string, string>,
  size: number,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = '';
  do {
    const response = await get({ ...query, page_size: String(size), ...(after ? { after } : {}) });
    ids.push(...expectData(response).map(({ id }) => id));
    const { body } = response;
    after = 'next' in body && typeof body.next === 'string' ? body.next : null;
  } while (after);
  return ids;
}

test.each(['age', 'day', 'at', 'name', 'one', 'tags', 'time'])(
  'pages submissions sorted by %s, each once, empty values last in both directions',
  async (name) => {
    const { send, get, path, owner } = await open();
    const same: Record<string, unknown[]> = {
      age: [1e308, 0.1, 0.1, -5, 7],
      day: ['2026-01-02', '0001-01-01', '2026-01-02', '9999-12-31'],
      at: ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00+02:00', '1999-01-01T00:00:00.123Z'],
      name: ['Zoe', 'ada', 'Ada', 'Ärger', 'ada', 'x'.repeat(600)],
      one: ['a', 'b', 'c', 'a', 'b'],
      tags: [['a', 'b'], ['c'], ['b', 'a'], ['a']],
      time: ['09:30', '09:30:00', '23:59'],
    };
    const values = [...(same[name] ?? []), undefined, ...(same[name] ?? []), undefined, undefined];
    for (const value of values) await send(value === undefined ? {} : { [name]: value });
    const sort = `field:f_${name}`;
    const up = await paged(get, { sort }, 100);
    expect(new Set(up).size).toBe(values.length);
    for (const size of [1, 2, 3]) expect(await paged(get, { sort }, size)).toEqual(up);
    const down = await paged(get, { sort: `-${sort}` }, 100);
    expect(await paged(get, { sort: `-${sort}` }, 2)).toEqual(down);
    const valued = values.length - 3;
    expect(down.slice(0, valued)).toEqual(up.slice(0, valued).reverse());
    expect(down.slice(valued)).toEqual(up.slice(valued).reverse());
    const neighbours = async (id: string | undefined, by: string) =>
      expectData(await owner.client.get<SubmissionDetail>(`${path}${id}/?sort=${by}`));
    for (const at of [0, 1, valued - 1, valued, up.length - 1]) {
      const { previous, next } = await neighbours(up[at], sort);
      expect([previous, next]).toEqual([up[at - 1] ?? null, up[at + 1] ?? null]);
      const backwards = await neighbours(down[at], `-${sort}`);
      expect([backwards.previous, backwards.next]).toEqual([down[at - 1] ?? null, down[at + 1] ?? null]);
    }
  },
);

test('sorts options in form order, and names naturally', async () => {
  const { send, list } = await open();
  for (const one of ['a', 'b', 'c']) await send({ one });
  for (const name of ['Zoe', 'ada', 'Bo', 'Ärger']) await send({ name });
  const valuesBy = async (name: string) =>
    (await list({ sort: `field:f_${name}` })).map(({ values }) => values[name]).filter(Boolean);
  expect(await valuesBy('one')).toEqual(['c', 'a', 'b']);
  expect(await valuesBy('name')).toEqual(['ada', 'Ärger', 'Bo', 'Zoe']);
});

test('finds prefixes of tokens anywhere in a submission, also in option labels', async () => {
  const { send, names } = await open();
  await send({ name: 'Ada Lovelace', people: [{ mail: 'annabella@example.test' }] });
  await send({ name: 'Bo', long: 'A boat for lovers', one: 'b' });
  expect(await names({ q: 'love' })).toEqual(['Bo', 'Ada Lovelace']);
  expect(await names({ q: 'love ada' })).toEqual(['Ada Lovelace']);
  expect(await names({ q: 'annabella@example.test' })).toEqual(['Ada Lovelace']);
  expect(await names({ q: 'second' })).toEqual(['Bo']);
  for (const q of ["'", '!', '&', '() | :*', '\\', '😀']) expect(await names({ q })).toEqual([]);
});

test('looks tokens up in an index', async () => {
  await server.sql('set enable_seqscan = off');
  const rows = await server.sql<{ 'QUERY PLAN': string }>(
    `explain (costs off) select id from submission where submission_words(data) @@ 'ada:*'::tsquery`,
  );
  await server.sql('set enable_seqscan = on');
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Bitmap Index Scan on submission_words');
});

test('filters submissions by state, period, version and assignee, and steps through them', async () => {
  const { owner, hub, form, path, send, names, where } = await open();
  const member = await addMember(server.client, owner, hub);
  const [first, second, third] = [
    await send({ name: 'A' }),
    await send({ name: 'B' }),
    await send({ name: 'C' }),
  ];
  const change = (id: string, body: unknown) => owner.client.patch(`${path}${id}/`, body);
  expectData(await change(first, { state: 'done', assigned_to: owner.user.id }));
  expectData(await change(third, { assigned_to: owner.user.id }));
  expectRefusal(await change(second, { assigned_to: member.user.id }), 422, 'invalid_fields');
  expectRefusal(await change(second, {}), 422, 'invalid_fields');
  expect(await names({ assignee: 'me' })).toEqual(['C', 'A']);
  expect(await names({ assignee: 'none' })).toEqual(['B']);
  expect(await names({ assignee: 'me', state: 'done' })).toEqual(['A']);
  expect(await names({ state: 'new' })).toEqual(['C', 'B']);
  await server.sql(`update submission set created_at = '2020-05-05T12:00:00Z' where id = $1`, [first]);
  expect(await names({ to: '2020-05-05' })).toEqual(['A']);
  expect(await names({ from: '2020-05-06' })).toEqual(['C', 'B']);
  const detail = expectData(await owner.client.get(`${path}${third}/?assignee=me`));
  expect(detail).toMatchObject({
    previous: null,
    next: first,
    assigned_to: { id: owner.user.id, name: 'Ada Lovelace' },
  });
  const readers = expectData(await owner.client.get(`forms/${form.id}/answer-readers/?q=ada`));
  expect(readers).toContainEqual({ id: owner.user.id, name: 'Ada Lovelace' });
  expect(readers).not.toContainEqual(expect.objectContaining({ id: member.user.id }));
  expect(await where({ field: 'f_name', op: 'is_not_empty' }, { assignee: member.user.id })).toEqual([]);
  const newer = await owner.client.get<{ count: number }>(`${path}newer/?than=${first}`);
  expect(expectData(newer).count).toBe(2);
});

test('marks and trashes several submissions at once, with an audit entry', async () => {
  const { owner, hub, form, path, send, list } = await open();
  const other = await open();
  const ids = [await send({ name: 'A' }), await send({ name: 'B' }), await send({ name: 'C' })];
  const foreign = await other.send({ name: 'X' });
  const marked = await owner.client.patch(path, { ids: [...ids.slice(0, 2), foreign, 'x'], state: 'seen' });
  expect(expectData(marked)).toEqual({ count: 2 });
  expect((await list()).map(({ state }) => state)).toEqual(['new', 'seen', 'seen']);
  const remove = (ids: string[]) => owner.client.post(`${path}delete/`, { ids });
  expect(expectData(await remove([...ids.slice(1), foreign]))).toEqual({ count: 2 });
  expect((await list()).map(({ id }) => id)).toEqual([ids[0]]);
  expect(await other.list()).toHaveLength(1);
  expectRefusal(await remove([]), 422, 'invalid_fields');
  expectRefusal(await remove(Array.from({ length: 1001 }, () => 'x')), 422, 'invalid_fields');
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.answers_trashed`),
  );
  expect(log.map(({ details }) => details.count)).toEqual([2]);
  expectRefusal(await other.owner.client.post(`${path}delete/`, { ids }), 403);
  expect(form.id).toBeTruthy();
});

test('adds notes to a submission, which only their author may delete', async () => {
  const { owner, hub, form, path, send, list } = await open();
  const editor = await addMember(server.client, owner, hub);
  expectData(
    await owner.client.put(`forms/${form.id}/access/`, {
      people: [{ user_id: editor.user.id, role: 'editor' }],
    }),
  );
  const id = await send({ name: 'A' });
  const write = (by: typeof owner, body: string) =>
    by.client.post<{ id: string }>(`${path}${id}/notes/`, { body });
  const mine = expectData(await write(owner, 'Called them.\nNobody there'), 201);
  const theirs = expectData(await write(editor, 'Again tomorrow'), 201);
  expectRefusal(await write(owner, ' '), 422, 'invalid_fields');
  const detail = expectData(await owner.client.get<SubmissionDetail>(`${path}${id}/`));
  expect(detail.notes).toMatchObject([
    { id: mine.id, body: 'Called them.\nNobody there', is_mine: true, author: { id: owner.user.id } },
    { id: theirs.id, is_mine: false },
  ]);
  expect((await list())[0]?.notes_count).toBe(2);
  expectRefusal(await owner.client.delete(`${path}${id}/notes/${theirs.id}/`), 404);
  expectData(await owner.client.delete(`${path}${id}/notes/${mine.id}/`));
  expect((await list())[0]?.notes_count).toBe(1);
  expectRefusal(await write({ ...owner, client: server.client }, 'x'), 401);
});

test('lets an owner of the form delete notes whose author has no account or left the hub, and records it', async () => {
  const { owner, hub, form, path, send } = await open();
  const [editor, former] = [
    await addMember(server.client, owner, hub),
    await addMember(server.client, owner, hub),
  ];
  expectData(
    await owner.client.put(`forms/${form.id}/access/`, {
      people: [editor, former].map(({ user }) => ({ user_id: user.id, role: 'editor' })),
    }),
  );
  const id = await send({ name: 'A' });
  const write = async (by: typeof owner, body: string) =>
    expectData(await by.client.post(`forms/${form.id}/submissions/${id}/notes/`, { body }), 201).id;
  const [theirs, left, imported] = [
    await write(editor, 'Here'),
    await write(former, 'Left'),
    await write(owner, 'Of an archive'),
  ];
  await server.sql('delete from membership where user_id = $1', [former.user.id]);
  await server.sql(`update submission_note set author_id = null, imported_author = 'Noor' where id = $1`, [
    imported,
  ]);
  const mayDelete = async (by: typeof owner) => {
    const { notes } = expectData(await by.client.get(`forms/${form.id}/submissions/${id}/`));
    return notes.map(({ body, may_delete }) => [body, may_delete]);
  };
  expect(await mayDelete(editor)).toEqual([
    ['Here', true],
    ['Left', false],
    ['Of an archive', false],
  ]);
  expect(await mayDelete(owner)).toEqual([
    ['Here', false],
    ['Left', true],
    ['Of an archive', true],
  ]);
  for (const note of [left, imported])
    expectRefusal(await editor.client.delete(`${path}${id}/notes/${note}/`), 404);
  expectRefusal(await owner.client.delete(`${path}${id}/notes/${theirs}/`), 404);
  const other = await send({ name: 'B' });
  expectRefusal(await owner.client.delete(`${path}${other}/notes/${left}/`), 404);
  for (const note of [left, imported]) expectData(await owner.client.delete(`${path}${id}/notes/${note}/`));
  expectData(await editor.client.delete(`${path}${id}/notes/${theirs}/`));
  expect(await mayDelete(owner)).toEqual([]);
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.note_deleted`),
  );
  expect(log.map(({ details }) => details)).toEqual([{ submission_id: id }, { submission_id: id }]);
});

test('counts filtered submissions of the total', async () => {
  const { send, owner, path, hub } = await open();
  for (const name of ['Ada', 'Bo', 'Ada Lovelace']) await send({ name });
  const count = async (query: Record<string, string>) =>
    expectData(await owner.client.get(`${path}count/?${new URLSearchParams(query)}`));
  expect(await count({})).toEqual({ count: 3, total: 3 });
  expect(await count({ q: 'Ada' })).toEqual({ count: 2, total: 3 });
  const filter = JSON.stringify({ field: 'f_name', op: 'equals', value: 'Bo' });
  expect(await count({ filter })).toEqual({ count: 1, total: 3 });
  const reader = await addMember(server.client, owner, hub);
  expectRefusal(await reader.client.get(`${path}count/`), 403);
});
