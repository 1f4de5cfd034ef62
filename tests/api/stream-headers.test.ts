import { expect, test } from 'vitest';
import type { User } from '#lib/contract/account.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import type { NewShareLink } from '#lib/contract/share-link.ts';
import type { View } from '#lib/contract/table-views.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { routes } from '#server/routes.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { importCard } from '#tests/harness/contacts.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm, FORM_FIELDS, field, publishForm, sendSubmissionFile } from '#tests/harness/forms.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { pictureForm, sendPicture } from '#tests/harness/pictures.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable } from '#tests/harness/tables.ts';

/** Whole-file reads, examinations of files, and files derived from them. */
const work: string[] = [];
const server = sharedServer({
  openStorage: async (...args) => {
    const storage = await openDiskStorage(...args);
    return {
      ...storage,
      read(sha256, range) {
        if (!range || range.end - range.start > 10_000) work.push('read');
        return storage.read(sha256, range);
      },
      look(sha256, examine) {
        work.push('look');
        return storage.look(sha256, examine);
      },
      writeDerived(sha256, name, bytes) {
        work.push('write');
        return storage.writeDerived(sha256, name, bytes);
      },
    };
  },
});

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Place = Awaited<ReturnType<typeof createPlace>>;

async function importWithErrors(owner: TestAccount, table: Item): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['Name,Price\nLamp,much\n']), 'rows.csv');
  const path = `items/${table.id}/import/`;
  const { id } = expectData(await owner.client.post<Job>(path, undefined, { raw: form }), 202);
  await eventually(async () => expect(expectData(await owner.client.get(`jobs/${id}/`)).state).toBe('ready'));
  return id;
}

async function rowFileOf(owner: TestAccount, table: Item): Promise<string> {
  const form = new FormData();
  form.append('field', 'papers');
  form.append('file', new Blob(['words']), 'words.txt');
  const path = `items/${table.id}/row-files/`;
  const { id } = expectData(await owner.client.post<{ id: string }>(path, undefined, { raw: form }), 201);
  await addRows(owner, table, [{ name: 'With a file', papers: id }]);
  return id;
}

/** URLs of everything that is streamed, by the path of its route, and a link of the view among it. */
async function arrange(place: Place): Promise<{ addresses: Record<string, string[]>; link: NewShareLink }> {
  const { owner, hub } = place;
  const photo = await uploadFixture(owner, place, 'files/photo.jpg');
  const pdf = await uploadFixture(owner, place, 'files/handbook.pdf');
  const csv = await uploadFixture(owner, place, 'files/members.csv');
  for (const { id } of [photo, pdf, csv]) await waitUntilReady(owner, id);
  const document = await createItem(owner, place, { content: '# Long\n\nwords '.repeat(20_000) });
  const papers = { ...field('papers', 'Papers', 'file'), required: false };
  const table = await createTable(owner, place, [...COLUMNS, papers]);
  const attachment = { ...field('attachment', 'Attachment', 'file'), required: false };
  const form = await createOpenForm(owner, place, { fields: [...FORM_FIELDS, attachment] });
  const file = await sendSubmissionFile(owner.client, form, 'attachment');
  const values = { name: 'Ada', attachment: file };
  const path = `public/forms/${form.slug}/submissions/`;
  expectData(await owner.client.post(path, { version: 1, values }), 201);
  const picture = expectData(await sendPicture(owner.client, form), 201);
  await publishForm(owner, form);
  const { avatar_url } = expectData(await owner.client.patch<User>('auth/me/', { avatar: PIXEL }));
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { logo: PIXEL }));
  const rowFile = await rowFileOf(owner, table);
  const person = await importCard(owner.client, table, {
    name: 'Ada',
    property: `PHOTO:${PIXEL}`,
  });
  const views = `items/${table.id}/views/`;
  const shown = expectData(await owner.client.post<View>(views, { name: 'All' }), 201);
  const link = expectData(await owner.client.post<NewShareLink>(`${views}${shown.id}/share-links/`, {}), 201);
  const discussed = expectData(
    await owner.client.post<{ id: string }>(`items/${document.id}/comment-pictures/`, undefined, {
      raw: await pictureForm(),
    }),
    201,
  );
  const job = await importWithErrors(owner, table);
  const archive = { name: 'notes.zip', bytes: await zipOf({ 'C.docx': 'no zip' }) };
  const documents = await importArchive(place, archive);
  const addresses = {
    'hubs/:handle/audit-log/export/': [`hubs/${hub.domain_handle}/audit-log/export/?format=csv`],
    'hubs/:handle/logo/': [`hubs/${hub.domain_handle}/logo/`],
    'hubs/:handle/export/': [`hubs/${hub.domain_handle}/export/`],
    'spaces/:slug/export/': [`spaces/${place.space.slug}/export/`],
    'items/archive/': [`items/archive/?ids=${photo.id},${document.id}`],
    'items/:id/row-files/:file_id/': [`items/${table.id}/row-files/${rowFile}/`],
    'items/:id/rows/:row_id/photo/': [`items/${table.id}/rows/${person}/photo/`],
    'shared-views/:view_id/files/:file_id/': [`shared-views/${shown.id}/files/${rowFile}/`],
    'discussion-pictures/:id/': [`discussion-pictures/${discussed.id}/`],
    'jobs/:id/errors/': [`jobs/${job}/errors/`],
    'jobs/:id/report/': [`jobs/${documents.id}/report/`],
    'items/:id/content/': [`items/${document.id}/content/`],
    'items/:id/export/': [`items/${table.id}/export/?format=csv`],
    'items/:id/file/': [`items/${photo.id}/file/`],
    'items/:id/thumbnail/': [`items/${photo.id}/thumbnail/?w=1600`],
    'items/:id/preview/': [
      `items/${pdf.id}/preview/?page=2`,
      `items/${csv.id}/preview/?row=1`,
      `items/${document.id}/preview/?as=html`,
    ],
    'users/:id/avatar/': [avatar_url?.replace('/api/v1/', '') ?? ''],
    'forms/:id/export/': [`forms/${form.id}/export/?format=files`],
    'forms/:id/files/:file_id/': [`forms/${form.id}/files/${file}/`],
    'public/forms/:slug/pictures/:picture_id/': [`public/forms/${form.slug}/pictures/${picture.id}/`],
  };
  return { addresses, link };
}

const COUNTED = ['audit_entry', 'audit_repeat', 'job', 'document_html', 'outgoing_mail'];

/** The number of rows in the tables that such work writes to. */
async function counts(): Promise<Record<string, number>> {
  const parts = COUNTED.map((name) => `(select count(*)::int from ${name}) as ${name}`);
  const [row] = await server.sql<Record<string, number>>(`select ${parts.join()}`);
  return row ?? {};
}

test('responds to HEAD of every stream without reading, making or writing anything', async () => {
  const place = await createPlace(server.client);
  const { addresses, link } = await arrange(place);
  const streamed = routes.filter(({ method, stream }) => method === 'GET' && stream).map(({ path }) => path);
  expect(Object.keys(addresses).toSorted()).toEqual(streamed.toSorted());
  // It is rendered in the background after it was saved.
  await eventually(async () => expect(await server.sql('select from document_html')).toHaveLength(1));
  await server.sql('delete from document_html');
  const holder = await linkHolder(server, link);
  const owner = place.owner.client.in(place.hub);
  const clientOf = (address: string) => (address.startsWith('shared-views/') ? holder : owner);
  const before = await counts();
  work.length = 0;
  for (const address of Object.values(addresses).flat()) {
    const head = await clientOf(address).fetch('HEAD', address);
    expect([head.status, await head.text()], address).toEqual([200, '']);
    expect(head.headers.get('content-type'), address).toBeTruthy();
    expect(work, address).toEqual([]);
    expect(await counts(), address).toEqual(before);
  }
  // GET of the same URLs does work: the counters do count.
  for (const address of Object.values(addresses).flat()) {
    const whole = await clientOf(address).fetch('GET', address);
    expect(whole.status, address).toBe(200);
    await whole.arrayBuffer();
  }
  expect(new Set(work)).toEqual(new Set(['read', 'look', 'write']));
});
