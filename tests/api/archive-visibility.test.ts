import { beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive, zipOf } from '#tests/harness/archive.ts';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

let place: Awaited<ReturnType<typeof createPlace>>;
let member: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  member = await addMember(server.client, place.owner, place.hub, 'member');
});

const TEXT_COLUMN = [{ id: 'name', name: 'name', label: 'Name', type: 'text', required: false }] as const;

async function exported(path: string): Promise<Buffer> {
  const response = await place.owner.client.in(place.hub).fetch('GET', path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Imports an archive into a new space. @returns what each of the two sees there */
async function visibleIn(bytes: Uint8Array) {
  const copy = { ...place, space: await createSpace(place.owner, place.hub, { name: 'Copy' }) };
  expect(await importArchive(copy, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
  const seenBy = async (by: TestAccount) =>
    expectData(await by.client.in(place.hub).get(`spaces/${copy.space.slug}/items/?page_size=100`));
  return { owner: await seenBy(place.owner), member: await seenBy(member) };
}

const titles = (items: readonly Item[]) => items.map(({ title }) => title).sort();

test('private items come back private from the archive of their space', async () => {
  const own = { ...place, space: await createSpace(place.owner, place.hub) };
  const hidden = { visibility: 'private' } as const;
  const folder = await createItem(place.owner, own, { kind: 'folder', title: 'Board', ...hidden });
  await createItem(place.owner, own, { title: 'Salaries', content: 'much', parent: folder.id });
  await createItem(place.owner, own, { title: 'Diary', content: 'mine', ...hidden });
  await createItem(place.owner, own, { title: 'Rules', content: 'all', visibility: 'public' });
  await createTable(place.owner, own, [...TEXT_COLUMN], { title: 'Payments', visibility: 'private' });
  await uploadFixture(place.owner, own, 'files/map.png');
  const seen = await visibleIn(await exported(`spaces/${own.space.slug}/export/`));
  expect(titles(seen.owner)).toEqual(['Board', 'Diary', 'Payments', 'Rules', 'Salaries', 'map.png']);
  expect(titles(seen.member)).toEqual(['Rules', 'map.png']);
  // Publishing is a decision of its own.
  expect(seen.member.find(({ title }) => title === 'Rules')?.visibility).toBe('shared');
});

test('items of a private folder stay hidden in an archive without that folder', async () => {
  const folder = await createItem(place.owner, place, {
    kind: 'folder',
    title: 'Hidden',
    visibility: 'private',
  });
  const inside = await createItem(place.owner, place, { kind: 'folder', title: 'In', parent: folder.id });
  await createItem(place.owner, place, { title: 'Deep', content: 'x', parent: inside.id });
  for (const id of [folder.id, inside.id]) {
    const seen = await visibleIn(await exported(`items/${id}/export/`));
    expect(titles(seen.owner)).toContain('Deep');
    expect(titles(seen.member)).toEqual([]);
  }
});

test('a picture of a private document comes back as its file', async () => {
  const own = { ...place, space: await createSpace(place.owner, place.hub) };
  const document = await createItem(place.owner, own, { title: 'Plan', content: 'x', visibility: 'private' });
  const picture = await uploadFixture(place.owner, own, 'files/map.png', {
    document: document.id,
    visibility: 'private',
  });
  expectData(await place.owner.client.patch(`items/${document.id}/`, { visibility: 'shared' }));
  const content = `![map](/api/v1/items/${picture.id}/file/)`;
  expectData(await place.owner.client.patch(`items/${document.id}/`, { content }));
  const seen = await visibleIn(await exported(`spaces/${own.space.slug}/export/`));
  expect(titles(seen.member)).toEqual(['Plan']);
  const copied = seen.owner.find(({ title }) => title === 'map.png');
  const file = await member.client.in(place.hub).fetch('GET', `items/${copied?.id}/file/`);
  expect(file.status).toBe(200);
});

test('a visibility that is not known here shows an item to nobody else', async () => {
  const line = { path: 'a.md', id: 'a', kind: 'document', title: 'Secret', visibility: 'named' };
  const manifest = JSON.stringify({ format: 'hubkeep-space', version: 9, files: [line] });
  const seen = await visibleIn(await zipOf({ 'a.md': 'x', 'hubkeep.json': manifest }));
  expect(titles(seen.owner)).toEqual(['Secret']);
  expect(titles(seen.member)).toEqual([]);
});

test('the manifest names no document that is not in the archive', async () => {
  const own = { ...place, space: await createSpace(place.owner, place.hub) };
  const document = await createItem(place.owner, own, { title: 'Plan', content: 'x' });
  const folder = await createItem(place.owner, own, { kind: 'folder', title: 'Pictures' });
  await uploadFixture(place.owner, own, 'files/map.png', { document: document.id, parent: folder.id });
  const manifest = async (path: string) =>
    (await readArchive(await exported(path))).get('hubkeep.json')?.toString() ?? '';
  expect(await manifest(`spaces/${own.space.slug}/export/`)).toContain(`"document":"${document.id}"`);
  expect(await manifest(`items/${folder.id}/export/`)).not.toContain(document.id);
});

test('somebody outside of the hub learns none of its people from the archive of a folder', async () => {
  const open = { visibility: 'public' } as const;
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Open', ...open });
  const { id } = expectData(await place.owner.client.get('auth/me/'));
  const columns = [
    ...TEXT_COLUMN,
    { id: 'f_by', name: 'by', label: 'By', type: 'created_by' },
    { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
  ];
  // It is not in the archive, whose rows have what they show of it as text.
  const parts = await createTable(place.owner, place, columns, { title: 'Parts', ...open });
  const [part] = await addRows(place.owner, parts, [{ name: 'Keel', lead: id }]);
  const boats = await createTable(place.owner, place, columns, {
    parent: folder.id,
    title: 'Boats',
    ...open,
  });
  const link = { name: 'parts', label: 'Parts', type: 'link', table: parts.id, required: false };
  const { id: via } = expectData(await place.owner.client.post(`items/${boats.id}/columns/`, link), 201);
  for (const of of ['f_by', 'f_lead']) {
    const lookup = { name: `of_${of}`, label: of, type: 'lookup', via, of };
    expectData(await place.owner.client.post(`items/${boats.id}/columns/`, lookup), 201);
  }
  for (const [name, formula] of Object.entries({ late: '"M" & {of_f_by}', stored: '"L" & {lead}' })) {
    const column = { name, label: name, type: 'formula', formula };
    expectData(await place.owner.client.post(`items/${boats.id}/columns/`, column), 201);
  }
  await addRows(place.owner, boats, [{ name: 'Swan', lead: id, parts: [part?.id] }]);
  const { first_name: name } = place.owner.user;
  for (const query of [{}, { format: 'html' }]) {
    const textFor = async (reader: TestAccount['client']) => {
      const response = await reader.fetch('GET', `items/${folder.id}/export/`, undefined, { query });
      expect(response.status).toBe(200);
      const files = await readArchive(Buffer.from(await response.arrayBuffer()));
      return [...files].map(([path, bytes]) => `${path}\n${bytes.toString()}`).join('\n');
    };
    const own = await textFor(place.owner.client);
    expect(own).toContain('Swan');
    expect(own).toContain(name);
    const theirs = await textFor(server.client);
    expect(theirs).toContain('Swan');
    expect(theirs).toContain('Keel');
    expect(theirs).not.toContain(name);
    expect(theirs).not.toContain(id);
  }
});
