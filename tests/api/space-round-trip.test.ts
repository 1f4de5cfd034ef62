import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { changeForm, createOpenForm } from '#tests/harness/forms.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { sendPicture } from '#tests/harness/pictures.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { comparableArchive, exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;

const itemsOf = async ({ owner, hub, space }: Place, query = ''): Promise<Item[]> =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100${query}`));

async function contentOf({ owner }: Place, id = ''): Promise<string> {
  return expectData(await owner.client.get(`items/${id}/content/`)).markdown ?? '';
}

/** A space with a table that is embedded by a view of it, archived items, and documents in an order by hand. */
async function filledPlace() {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const here = `/${hub.domain_handle}/${space.slug}`;
  const table = await createTable(owner, place, [
    { id: 'name', name: 'name', label: 'Name', type: 'text', required: false },
  ]);
  await addRows(owner, table, [{ name: 'Lamp' }]);
  const view = expectData(
    await owner.client.post(`items/${table.id}/views/`, { name: 'By name', sort: ['name'] }),
    201,
  );
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Boats: large/small' });
  await uploadFixture(owner, place, 'files/map.png', { parent: folder.id });
  const oars = await createItem(owner, place, { title: 'Oars', content: 'Long.', parent: folder.id });
  const start = await createItem(owner, place, {
    title: 'Start',
    content: [
      `See [oars](${here}/${oars.id}#oars).`,
      `[By name](/${hub.domain_handle}/~/${table.id}?view=${view.id})`,
      `[All](${here}/${table.id})`,
    ].join('\n\n'),
  });
  const second = await createItem(owner, place, { title: 'Second', content: 'x' });
  expectData(await owner.client.post(`items/${second.id}/move/`, { parent: null, before: start.id }));
  const past = await createItem(owner, place, { kind: 'folder', title: 'Past' });
  const early = await createItem(owner, place, { title: 'Early', content: 'a', parent: past.id });
  await createItem(owner, place, { title: 'Late', content: 'b', parent: past.id });
  expectData(await owner.client.post(`items/${early.id}/archive/`));
  expectData(await owner.client.post(`items/${past.id}/archive/`));
  const form = await createOpenForm(owner, place, { title: 'Sign up: <b>', settings: { language: 'de' } });
  expectData(await owner.client.patch(`forms/${form.id}/`, { settings: { notify: ['a@example.org'] } }));
  return { place, start, table, form };
}

async function copyOf(place: Place, bytes: Uint8Array, name = 'Copy') {
  const copy = { ...place, space: await createSpace(place.owner, place.hub, { name }) };
  return { copy, job: await importArchive(copy, { bytes }) };
}

/** The pictures that stand on a form, as its editors see them. */
async function picturesOf({ owner }: Place, id = ''): Promise<string[]> {
  const { slug, layout, settings } = expectData(await owner.client.get(`forms/${id}/`));
  const blocks = layout?.pages.flatMap((page) => page.blocks) ?? [];
  const named = [
    ...blocks.flatMap((block) => (block.kind === 'picture' ? block.picture : [])),
    String(settings?.theme?.cover),
  ];
  return Promise.all(
    named.map(async (picture) => {
      const response = await owner.client.fetch('GET', `public/forms/${slug}/pictures/${picture}/`);
      return `${response.status} ${response.headers.get('content-type')}`;
    }),
  );
}

describe('the archive of a space', () => {
  it('brings the pictures of forms, once, and says which are missing', async () => {
    const { place, form } = await filledPlace();
    const { owner } = place;
    const [one, cover] = [
      expectData(await sendPicture(owner.client, form), 201).id,
      expectData(await sendPicture(owner.client, form), 201).id,
    ];
    expectData(await sendPicture(owner.client, form), 201);
    const pages = [{ id: 'p1', blocks: [{ kind: 'picture', id: 'b1', picture: one, alt: 'A map' }] }];
    await changeForm(owner, form, { layout: { pages }, settings: { theme: { preset: 'paper', cover } } });
    const bytes = await exportSpace(owner, place);
    const files = await readArchive(bytes);
    const paths = [...files.keys()].filter((path) => path.endsWith('.webp'));
    expect(paths.map((path) => path.split('/').at(-1)).sort()).toEqual(
      [`${one}.webp`, `${cover}.webp`].sort(),
    );
    const { copy, job } = await copyOf(place, bytes);
    expect(job.reason).toBe('One form is a draft until somebody publishes it.');
    const [made] = expectData(await owner.client.in(place.hub).get(`spaces/${copy.space.slug}/forms/`));
    expect(await picturesOf(copy, made?.id)).toEqual(['200 image/webp', '200 image/webp']);
    const stored = () =>
      server.sql('select id, file_sha256 from form_picture where form_id = $1 order by id', [made?.id]);
    const before = await stored();
    expect(before).toHaveLength(2);
    expect((await importArchive(copy, { bytes })).reason).toBeUndefined();
    expect(await stored()).toEqual(before);
    const again = await exportSpace(owner, copy);
    expect([...(await readArchive(again)).keys()].filter((path) => path.endsWith('.webp'))).toHaveLength(2);
    files.set(paths.find((path) => path.includes(one)) ?? '', Buffer.from('<svg onload="alert(1)"/>'));
    files.delete(paths.find((path) => path.includes(cover)) ?? '');
    const damaged = await copyOf(place, await archive(Object.fromEntries(files)), 'Damaged');
    expect(damaged.job.state).toBe('ready');
    expect(damaged.job.reason).toContain('2 pictures of forms could not be stored.');
  });

  it('is the same again after an import of it', async () => {
    const { place } = await filledPlace();
    const bytes = await exportSpace(place.owner, place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.result?.flatMap(({ reason }) => reason ?? [])).toEqual([]);
    expect(job.reason).toBe('One form is a draft until somebody publishes it.');
    const again = await comparableArchive(await exportSpace(place.owner, copy));
    expect(again).toEqual(await comparableArchive(bytes));
    const before = await comparableArchive(await exportSpace(place.owner, copy));
    expect(await importArchive(copy, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await comparableArchive(await exportSpace(place.owner, copy))).toEqual(before);
  });

  it('of 25 folders in each other is the same again, with links that were written as in a wiki', async () => {
    const place = await createPlace(server.client);
    const deep = Array.from({ length: 25 }, (_, n) => `Level ${n}/`).join('');
    const files = { [`${deep}Oars.md`]: 'See [[Start]] and [[Nowhere]].', 'Start.md': 'See [[Oars]].' };
    expect(await importArchive(place, { bytes: await archive(files) })).toMatchObject({ rejected: 0 });
    const start = (await itemsOf(place)).find(({ title }) => title === 'Start');
    const oars = (await itemsOf(place, '&q=Oars')).find(({ title }) => title === 'Oars');
    expect(await contentOf(place, start?.id)).toContain(`/${oars?.id})`);
    const bytes = await exportSpace(place.owner, place);
    expect([...(await readArchive(bytes)).keys()]).toContain(`${deep}Oars.md`);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const again = await comparableArchive(await exportSpace(place.owner, copy));
    expect(again).toEqual(await comparableArchive(bytes));
  });

  it('puts what is in more than 49 folders into the deepest of these, once, and says so', async () => {
    const place = await createPlace(server.client);
    const deep = Array.from({ length: 52 }, (_, n) => `L${n}/`).join('');
    const bytes = await archive({
      [`${deep}a.md`]: 'See [b](b.md).',
      [`${deep}b.md`]: 'b',
      [`${deep}c/`]: null,
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('2 files were in more than 49 folders');
    expect(job.reason).toContain('One empty folder left out');
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (name) =>
        (await itemsOf(place, '&q=L50')).find(({ title }) => title === `L49 › L50 › L51 › ${name}`),
      ),
    );
    expect(await contentOf(place, a?.id)).toContain(`/${b?.id})`);
    const again = await importArchive(place, { bytes });
    expect(again.result?.every(({ unchanged }) => unchanged)).toBe(true);
    expect(await itemsOf(place, '&q=L50')).toHaveLength(2);
  });

  it('shows nobody what was in a private folder that is nested too deep to be made', async () => {
    const place = await createPlace(server.client);
    const deep = Array.from({ length: 52 }, (_, n) => `L${n}/`).join('');
    const files = [
      { path: deep, id: randomUUID(), kind: 'folder', title: 'L51', visibility: 'private' },
      { path: `${deep}a.md`, id: randomUUID(), kind: 'document', title: 'Secret' },
    ];
    const bytes = await archive({
      [deep]: null,
      [`${deep}a.md`]: 'a',
      'hubkeep.json': JSON.stringify({ format: 'hubkeep-space', files }),
    });
    expect(await importArchive(place, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
    const [item] = await itemsOf(place, '&q=Secret');
    expect(item).toMatchObject({ title: 'L49 › L50 › L51 › Secret', visibility: 'private' });
  });

  it('brings archived items back archived, and each with what was archived with it', async () => {
    const { place } = await filledPlace();
    const bytes = await exportSpace(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const titles = (items: Item[]) => items.map(({ title }) => title).sort();
    expect(titles(await itemsOf(copy))).not.toContain('Past');
    const archived = await itemsOf(copy, '&archived=true');
    expect(titles(archived)).toEqual(['Past']);
    const past = archived.find(({ title }) => title === 'Past')?.id;
    expectData(await place.owner.client.post(`items/${past}/unarchive/`));
    expect(titles(await itemsOf(copy, '&archived=true'))).toEqual(['Early']);
    await importArchive(copy, { bytes });
    expect(titles(await itemsOf(copy, '&archived=true'))).toEqual(['Early']);
  });

  it('leads embedded views to those of the new table, and others to the table', async () => {
    const { place, table, start } = await filledPlace();
    const { copy } = await copyOf(place, await exportSpace(place.owner, place));
    const items = await itemsOf(copy);
    const made = items.find(({ title }) => title === table.title);
    const [view] = expectData(await place.owner.client.get(`items/${made?.id}/views/`));
    const document = items.find(({ title }) => title === start.title);
    const base = `/${place.hub.domain_handle}/${copy.space.slug}/${made?.id}`;
    expect(await contentOf(copy, document?.id)).toContain(`[By name](${base}?view=${view?.id})`);
    expect(await contentOf(copy, document?.id)).toContain(`[All](${base})`);
    expectData(await place.owner.client.delete(`items/${made?.id}/views/${view?.id}/`));
    const { copy: third } = await copyOf(place, await exportSpace(place.owner, copy), 'Third');
    const last = (await itemsOf(third)).find(({ title }) => title === start.title);
    expect(await contentOf(third, last?.id)).not.toContain('?view=');
  });

  it('brings forms back as drafts, once, without the addresses that they send to', async () => {
    const { place, form } = await filledPlace();
    const bytes = await exportSpace(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const formsOf = async ({ owner, hub, space }: Place) =>
      expectData(await owner.client.in(hub).get(`spaces/${space.slug}/forms/`));
    const [made, ...others] = await formsOf(copy);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ title: form.title, published_version: null });
    const whole = expectData(await place.owner.client.get(`forms/${made?.id}/`));
    expect(whole.settings).toMatchObject({ notify: [], language: 'de' });
    expect(whole.fields).toHaveLength(form.fields?.length ?? 0);
    await importArchive(copy, { bytes });
    expect(await formsOf(copy)).toHaveLength(1);
    const reader = await addMember(server.client, place.owner, place.hub, 'member');
    const files = await readArchive(await exportSpace(reader, place));
    expect([...files.keys()].some((path) => path.startsWith('hubkeep.forms/'))).toBe(false);
  });

  it('has documents that are longer than one that is sent', async () => {
    const place = await createPlace(server.client);
    const document = await createItem(place.owner, place, { title: 'Long' });
    const text = `${'All of the boats are here, and no oars. '.repeat(20)}\n\n`.repeat(700).trim();
    expect(text.length).toBeGreaterThan(500_000);
    const sent = await place.owner.client.fetch('PUT', `items/${document.id}/content/`, undefined, {
      headers: { 'Content-Type': 'text/markdown' },
      raw: text,
    });
    expect(sent.status).toBeLessThan(300);
    const { copy, job } = await copyOf(place, await exportSpace(place.owner, place));
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const [item] = await itemsOf(copy);
    expect(await contentOf(copy, item?.id)).toBe(text);
  });
});
