import { expect, test } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { changeForm, createForm, createOpenForm, FORM_FIELDS, publishForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

async function place() {
  const at = await createPlace(server.client);
  const find = async (q: string, by: { client: Client } = at.owner, query: Record<string, string> = {}) =>
    expectData(await by.client.in(at.hub).get('search/', { query: { q, ...query } }));
  const submit = async ({ slug }: { slug: string }, name: string, by: Client = at.owner.client) =>
    expectData(await by.post(`public/forms/${slug}/submissions/`, { version: 1, values: { name } }), 201);
  /** Waits until this many results are found: submissions are indexed a moment after they arrive. */
  const found = (q: string, count = 1, by: { client: Client } = at.owner) =>
    eventually(async () => {
      const results = await find(q, by);
      expect(results).toHaveLength(count);
      return results;
    });
  const share = async (form: { id: string }, people: { person: TestAccount; role: string }[]) =>
    expectData(
      await at.owner.client.put(`forms/${form.id}/access/`, {
        people: people.map(({ person, role }) => ({ user_id: person.user.id, role })),
      }),
    );
  return { ...at, find, submit, found, share };
}

test('finds a published form by title, description and fields', async () => {
  const { owner, find, ...at } = await place();
  const form = await createForm(owner, at, {
    title: 'Regatta registration',
    description: 'For the summer boathouse',
    fields: [...FORM_FIELDS, { id: 'f_k', name: 'k', label: 'Kayak length', type: 'text', required: false }],
  });
  expect(await find('regatta')).toEqual([]);
  await publishForm(owner, form);
  for (const query of [
    'regatta',
    'boathouse',
    'kayak',
    'regat',
    'Regatta registration',
    'kind:form summer',
  ]) {
    const [one] = await find(query);
    expect(one, query).toMatchObject({
      item: { id: form.id, kind: 'form', title: 'Regatta registration' },
      form: { slug: form.slug },
      match: { where: 'title' },
      space: { slug: at.space.slug },
    });
  }
  const [one] = await find('regatta');
  expect(one?.title).toBe('<mark>Regatta</mark> registration');
  expect(await find('kind:document regatta')).toEqual([]);
  expect(await find('regatta -kayak')).toEqual([]);
  expect(await find('regatta', owner, { kind: 'form' })).toHaveLength(1);
  expect(await find('', owner, { kind: 'form' })).toHaveLength(1);
});

test('finds a submission by its values, for those who may read submissions only', async () => {
  const { owner, hub, space, submit, find, found, share } = await place();
  const form = await createOpenForm(owner, { hub, space }, { title: 'Survey' });
  const viewer = await addMember(server.client, owner, hub);
  const admin = await addMember(server.client, owner, hub, 'admin');
  const { id } = await submit(form, 'Zweibrücken harbour', server.client);
  const [one] = await found('harbour');
  expect(one).toMatchObject({
    item: { id: form.id, kind: 'form' },
    match: { where: 'answer', submission_id: id },
    title: 'Survey',
    snippet: 'Zweibrücken <mark>harbour</mark>',
  });
  expect(await find('zweibrucken')).toHaveLength(1);
  expect(await find('harbour', viewer)).toEqual([]);
  // Admins can't read submissions (decision 15).
  expect(await find('harbour', admin)).toEqual([]);
  expect(await find('survey', viewer)).toHaveLength(1);
  const signedOut = await server.client.in(hub).get('search/', { query: { q: 'harbour' } });
  expect(signedOut.data ?? []).toEqual([]);
  await share(form, [{ person: viewer, role: 'editor' }]);
  expect(await find('harbour', viewer)).toHaveLength(1);
  await share(form, [{ person: viewer, role: 'commenter' }]);
  expect(await find('harbour', viewer)).toEqual([]);
});

test('applies changes of access, trash and deletion at once', async () => {
  const { owner, hub, space, submit, find, found } = await place();
  const form = await createOpenForm(owner, { hub, space }, { title: 'Survey' });
  const { id } = await submit(form, 'Lighthouse');
  await submit(form, 'Lighthouse keeper');
  await found('lighthouse', 2);
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${id}/`));
  expect(await find('lighthouse')).toHaveLength(1);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expect(await find('lighthouse')).toEqual([]);
  expect(await find('survey')).toEqual([]);
  expectData(await owner.client.post(`forms/${form.id}/restore/`));
  expect(await find('lighthouse')).toHaveLength(1);
  const member = await addMember(server.client, owner, hub);
  expect(await find('survey', member)).toHaveLength(1);
  await changeForm(owner, form, { visibility: 'private' });
  expect(await find('survey', member)).toEqual([]);
  expect(await find('lighthouse')).toHaveLength(1);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  expect(await find('survey')).toEqual([]);
  // Hidden at once, purged in the background.
  await eventually(async () => {
    expect(await server.sql('select from form_passage where form_id = $1', [form.id])).toEqual([]);
  });
});

test('finds a corrected submission by its current values', async () => {
  const { owner, hub, space, submit, find, found } = await place();
  const form = await createOpenForm(owner, { hub, space }, { settings: { editable: true } });
  const { edit_url = '' } = await submit(form, 'Anchor');
  await found('anchor');
  const headers = { 'answer-token': new URL(edit_url).hash.slice('#edit='.length) };
  const path = `public/forms/${form.slug}/answers/`;
  expectData(await server.client.put(path, { values: { name: 'Sail' } }, { headers }));
  expect(await find('anchor')).toEqual([]);
  expect(await find('sail')).toHaveLength(1);
});

test('pages through items and submissions together, each once', async () => {
  const { owner, hub, space, submit, find, found } = await place();
  const form = await createOpenForm(owner, { hub, space }, { title: 'Lantern' });
  for (const n of [1, 2, 3]) await submit(form, `Lantern ${n}`);
  for (const n of [1, 2, 3]) {
    await createItem(owner, { hub, space }, { kind: 'document', title: `Lantern item ${n}` });
  }
  await found('lantern', 7);
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map((page) => find('lantern', owner, { page, page_size: '2' })),
  );
  expect(pages.map((one) => one.length)).toEqual([2, 2, 2, 1]);
  const keys = pages.flat().map(({ item, match }) => match.submission_id ?? item.id);
  expect(new Set(keys).size).toBe(7);
  // A form with the word in its title ranks before one that only contains it.
  expect(pages[0]?.[0]?.item.id).toBe(form.id);
});

test('indexes all submissions of a form that are queued together, while they are searched', async () => {
  const { owner, hub, space, submit, found } = await place();
  const form = await createOpenForm(owner, { hub, space });
  await submit(form, 'Driftwood');
  await found('driftwood');
  await server.sql('delete from form_passage where form_id = $1', [form.id]);
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select gen_random_uuid(), $1, 1, jsonb_build_object('name', 'Flotsam ' || n) from generate_series(1, 1200) as n`,
    [form.id],
  );
  await server.sql(
    `insert into index_outbox (hub_id, kind, target_id, bulk)
     select hub_id, kind, id, true from form, unnest(array['submissions', 'form', 'submissions']) as kind where id = $1`,
    [form.id],
  );
  await found('driftwood');
  for (const n of [1, 600, 1200]) await found(`"flotsam ${n}"`);
  await eventually(async () => {
    const [counted] = await server.sql<{ passages: number; waiting: number }>(
      `select (select count(*)::int from form_passage where form_id = $1 and submission_id is not null) as passages,
         (select count(*)::int from index_outbox) as waiting`,
      [form.id],
    );
    expect(counted).toEqual({ passages: 1201, waiting: 0 });
  });
});

test('finds submitted values in any script by their tokens', async () => {
  const { owner, hub, space, submit, found } = await place();
  const form = await createOpenForm(owner, { hub, space });
  await submit(form, '東京都港区 ありがとう');
  await submit(form, 'Привет из Москвы');
  await submit(form, "O'Brien & <script>alert(1)</script> \\ ' \" % _");
  await found('港区');
  await found('москвы');
  const [one] = await found("O'Brien");
  expect(one?.snippet).not.toContain('<script>');
});
