import { expect, it } from 'vitest';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { importArchive, importEnded } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

it('stores the full width of a document, by those who may change it, until it is taken back', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const document = await createItem(owner, { hub, space }, { title: 'Plan', content: 'One' });
  expect(document).not.toHaveProperty('full_width');
  const change = async (body: object) => expectData(await owner.client.patch(`items/${document.id}/`, body));
  const wide = await change({ full_width: true });
  expect(wide).toMatchObject({ full_width: true, version: document.version });
  expect(await change({ content: 'Two' })).toMatchObject({ full_width: true });
  const reader = await addMember(server.client, owner, hub, 'guest');
  expectData(await owner.client.patch(`items/${document.id}/`, { visibility: 'public' }));
  expect(expectData(await reader.client.get(`items/${document.id}/`)).full_width).toBe(true);
  expect((await reader.client.patch(`items/${document.id}/`, { full_width: false })).status).toBe(403);
  expect(await change({ full_width: false })).not.toHaveProperty('full_width');
});

it('copies the width with the document, alone and by a job', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const folder = await createItem(owner, { hub, space }, { kind: 'folder', title: 'Plans' });
  const document = await createItem(owner, { hub, space }, { title: 'Wide', parent: folder.id });
  expectData(await owner.client.patch(`items/${document.id}/`, { full_width: true }));
  const { client } = owner;
  expect(expectData(await client.post(`items/${document.id}/copy/`, {}), 201).full_width).toBe(true);
  const job = expectData(await client.post(`items/${folder.id}/copy/job/`, {}), 202);
  await importEnded(owner, job.id);
  const copies = expectData(await client.in(hub).get(`spaces/${space.slug}/items/?kind=document`));
  expect(copies.filter(({ full_width }) => full_width === true)).toHaveLength(4);
});

it('refuses a width of what is no document written here, and what is no flag', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const folder = await createItem(owner, { hub, space }, { kind: 'folder', title: 'Fleet' });
  const sent = await uploadBytes(owner, { hub, space }, [{ name: 'a.md', bytes: '# A' }]);
  const file = expectData(sent).items[0];
  for (const id of [folder.id, file?.id]) {
    const refused = await owner.client.patch(`items/${id}/`, { full_width: true });
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toHaveProperty('full_width');
  }
  const document = await createItem(owner, { hub, space }, { title: 'Plan' });
  expect((await owner.client.patch(`items/${document.id}/`, { full_width: 'yes' })).status).toBe(422);
});

it('brings the width back with the archive of a space', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const document = await createItem(owner, { hub, space }, { title: 'Wide', content: 'One' });
  await createItem(owner, { hub, space }, { title: 'Usual', content: 'Two' });
  expectData(await owner.client.patch(`items/${document.id}/`, { full_width: true }));
  const archive = await owner.client.in(hub).fetch('GET', `spaces/${space.slug}/export/?format=md`);
  const copy = await createSpace(owner, hub, { name: 'Copy' });
  await importArchive({ owner, hub, space: copy }, { bytes: Buffer.from(await archive.arrayBuffer()) });
  const items = expectData(await owner.client.in(hub).get(`spaces/${copy.slug}/items/`));
  expect(items.map(({ title, full_width }) => [title, full_width === true]).sort()).toEqual([
    ['Usual', false],
    ['Wide', true],
  ]);
});
