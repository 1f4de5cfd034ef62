import { expect, test } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import { hubLexeme, spaceLexeme } from '#server/platform/indexing/lexemes.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

type Page = { data: SearchResult[]; corrected?: string; suggestion?: string };

/** A hub with one form that takes submissions, and how they are sent and found. */
async function place() {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { title: 'Survey' });
  const submit = async (name: string, to: { slug: string } = form) =>
    expectData(
      await server.client.post(`public/forms/${to.slug}/submissions/`, {
        version: 1,
        values: { name },
      }),
      201,
    );
  const search = async (
    q: string,
    by: { client: Client } = at.owner,
    query: Record<string, string> = {},
  ): Promise<Page> => {
    const response = await by.client.in(at.hub).get('search/', { query: { q, ...query } });
    return { ...(response.body as Page), data: expectData(response) };
  };
  const snippets = async (q: string, by?: { client: Client }) =>
    (await search(q, by)).data.map(({ snippet }) => snippet?.replaceAll(/<\/?mark>/g, ''));
  /** Waits until so many submissions are indexed. */
  const indexed = (count: number) =>
    eventually(async () => {
      const rows = await server.sql(
        'select from form_passage where hub_id = $1 and submission_id is not null',
        [at.hub.id],
      );
      expect(rows).toHaveLength(count);
    });
  return { ...at, form, submit, search, snippets, indexed };
}

test('finds submissions with some of the tokens, after those with all of them', async () => {
  const { submit, snippets, indexed } = await place();
  await submit('Copper kettle from Aberdeen');
  await submit('Kettle');
  await submit('Copper wire');
  await submit('Nothing of it');
  await indexed(4);
  expect(await snippets('copper kettle unheardof')).toEqual([
    'Copper kettle from Aberdeen',
    'Copper wire',
    'Kettle',
  ]);
  const found = await snippets('copper kettle');
  expect(found[0]).toBe('Copper kettle from Aberdeen');
  expect(found).toHaveLength(3);
  expect(await snippets('"copper kettle" wire')).toEqual(['Copper kettle from Aberdeen']);
  expect(await snippets('copper kettle -wire')).not.toContain('Copper wire');
});

test('finds submissions by a token with one wrong letter, by the tokens that the reader may read', async () => {
  const { owner, hub, submit, search, indexed } = await place();
  const viewer = await addMember(server.client, owner, hub);
  const admin = await addMember(server.client, owner, hub, 'admin');
  await submit('Annabel Schwarzkopf');
  await submit('Zirkonia');
  await indexed(2);
  for (const q of ['schwarzkobf', 'schwarzkof', 'schwarzkoppf', 'schwarzkpof', 'shwarzkopf']) {
    const { data, corrected } = await search(q);
    expect(data[0]?.snippet, q).toBe('Annabel <mark>Schwarzkopf</mark>');
    expect(corrected, q).toBe('schwarzkopf');
  }
  const two = await search('annabel schwarzkobf');
  expect(two.data[0]?.snippet).toBe('<mark>Annabel</mark> <mark>Schwarzkopf</mark>');
  expect(two.corrected).toBe('annabel schwarzkopf');
  // The words of what somebody may not read correct nothing.
  for (const reader of [viewer, admin]) {
    const hidden = await search('schwarzkobf', reader);
    expect(hidden.data).toEqual([]);
    expect(hidden).not.toHaveProperty('corrected');
    expect(hidden).not.toHaveProperty('suggestion');
  }
});

test('corrects no token of a form that an item has as it was typed', async () => {
  const { owner, hub, space, submit, search, indexed } = await place();
  await submit('Merlin');
  await indexed(1);
  await createItem(owner, { hub, space }, { kind: 'document', title: 'Berlin' });
  await eventually(async () => expect((await search('berlin')).data).toHaveLength(1));
  const { data, corrected } = await search('berlin');
  expect(data.map(({ title }) => title)).toEqual(['<mark>Berlin</mark>']);
  expect(corrected).toBeUndefined();
});

test('says what it corrected in items where a submission has the tokens as they were typed', async () => {
  const { owner, hub, space, submit, search, indexed } = await place();
  await createItem(owner, { hub, space }, { kind: 'document', title: 'Thermometer' });
  await submit('Thermometr');
  await indexed(1);
  await eventually(async () => expect((await search('thermometr')).data).toHaveLength(2));
  expect((await search('thermometr')).corrected).toBe('thermometer');
});

/** Submissions written past the API, with one word that all of them have, from the oldest on. */
async function insertMany(at: { hub: { id: string }; space: { id: string } }, formId: string, count: number) {
  await server.sql(
    `with made as (
      insert into submission (id, form_id, version, data)
      select (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5(random()::text), 1, 15))::uuid, $1, 1, '{}'
      from generate_series(1, $2::int) as n returning id
    )
    insert into form_passage (hub_id, form_id, submission_id, body, lexemes)
    select $3, $1, id, 'Flotsam ' || n, ($4 || ' flotsam:1 ' || n || ':2')::tsvector
    from (select id, row_number() over (order by id) as n from made) as made order by n`,
    [formId, count, at.hub.id, `'${hubLexeme(at.hub.id)}' '${spaceLexeme(at.space.id)}'`],
  );
}

test('finds the newest of very many submissions with a token', async () => {
  const { hub, space, form, snippets } = await place();
  await insertMany({ hub, space }, form.id, 25_000);
  const found = await snippets('flotsam');
  expect(found.slice(0, 3)).toEqual(['Flotsam 25000', 'Flotsam 24999', 'Flotsam 24998']);
  expect((await snippets('flotsam 17'))[0]).toBe('Flotsam 17');
}, 60_000);

test('finds those of the only form somebody may read among very many others, in its space too', async () => {
  const { owner, hub, space, form, submit, snippets, search, indexed } = await place();
  const own = await createOpenForm(owner, { hub, space }, { title: 'Elsewhere' });
  await insertMany({ hub, space }, form.id, 12_000);
  await submit('Flotsam of another form', own);
  await indexed(12_001);
  await insertMany({ hub, space }, form.id, 12_000);
  const editor = await addMember(server.client, owner, hub);
  expect(await snippets('flotsam', editor)).toEqual([]);
  expectData(
    await owner.client.put(`forms/${own.id}/access/`, {
      people: [{ user_id: editor.user.id, role: 'editor' }],
    }),
  );
  expect(await snippets('flotsam', editor)).toEqual(['Flotsam of another form']);
  expect(await snippets('flotsam unheardof', editor)).toEqual(['Flotsam of another form']);
  expect((await snippets('flotsan', editor))[0]).toBe('Flotsam of another form');
  expect((await search('survey', editor)).data.map(({ title }) => title)).toEqual(['<mark>Survey</mark>']);
}, 60_000);

test('takes tokens whose spellings are too many for a query', async () => {
  const { submit, search, indexed } = await place();
  await submit('Teapot');
  await indexed(1);
  for (const letters of ['कखगघङचछजझञ', 'აბგდევზთიკ']) {
    const long = letters.repeat(7).slice(0, 64);
    expect((await search(long)).data, long).toEqual([]);
    expect((await search(`teapot ${long}`)).data, long).toHaveLength(1);
  }
});

test('finds a form by its title where very many submissions have that token', async () => {
  const { owner, hub, space, form, search, indexed } = await place();
  await createOpenForm(owner, { hub, space }, { title: 'Flotsam' });
  await insertMany({ hub, space }, form.id, 6_000);
  await indexed(6_000);
  await eventually(async () => {
    const forms = await server.sql('select from form_passage where hub_id = $1 and submission_id is null', [
      hub.id,
    ]);
    expect(forms).toHaveLength(2);
  });
  expect((await search('flotsam')).data[0]?.title).toBe('<mark>Flotsam</mark>');
  // In the reader's own place, where it is looked at anyway.
  const few = await place();
  await createOpenForm(few.owner, few, { title: 'Flotsam' });
  await insertMany(few, few.form.id, 1_100);
  await few.indexed(1_100);
  await eventually(async () =>
    expect((await few.search('flotsam')).data[0]?.title).toBe('<mark>Flotsam</mark>'),
  );
}, 60_000);

test('corrects no token that a reader of one form has there, among very many of others', async () => {
  const { owner, hub, space, form, submit, search, indexed } = await place();
  const own = await createOpenForm(owner, { hub, space }, { title: 'Elsewhere' });
  await insertMany({ hub, space }, form.id, 2_000);
  await submit('Flotsam of another form', own);
  await submit('Flotsax', own);
  await indexed(2_002);
  const editor = await addMember(server.client, owner, hub);
  expectData(
    await owner.client.put(`forms/${own.id}/access/`, {
      people: [{ user_id: editor.user.id, role: 'editor' }],
    }),
  );
  const { data, corrected } = await search('flotsam unheardof', editor);
  expect(data.map(({ snippet }) => snippet)).toEqual(['<mark>Flotsam</mark> of another form']);
  expect(corrected).toBeUndefined();
}, 60_000);

test('finds what has some tokens as they were typed besides what has the corrected ones', async () => {
  const { owner, submit, search, indexed } = await place();
  for (let n = 0; n < 10; n += 1) await submit(`Copper kettle ${n}`);
  await submit('Copper wire');
  await indexed(11);
  expect((await search('copper kettlf')).data).toHaveLength(10);
  const { data } = await search('copper kettlf', owner, { page: '2' });
  expect(data.map(({ snippet }) => snippet)).toEqual(['<mark>Copper</mark> wire']);
});

test('finds a submission with all of more than eight tokens before one with eight of them', async () => {
  const { submit, search, indexed } = await place();
  const long = ['albatross', 'buttercup', 'chandelier', 'dragonfly', 'evergreen', 'foxgloves', 'goldfinch'];
  const all = [...long, 'honeybees', 'ink', 'jam', 'kid', 'log'].join(' ');
  await submit(all);
  await submit([...long, 'honeybees'].join(' '));
  await indexed(2);
  const { data } = await search(all);
  expect(data.map(({ snippet }) => snippet?.includes('ink'))).toEqual([true, false]);
});
