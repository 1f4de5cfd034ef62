import { describe, expect, it } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { uploadBytes } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import {
  changeForm,
  createForm,
  createOpenForm,
  FORM_FIELDS,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Hub = { domain_handle: string };
const pathOf = (hub: Hub) => `hubs/${hub.domain_handle}/export/`;

async function exported(person: TestAccount, hub: Hub): Promise<Map<string, string>> {
  const response = await person.client.fetch('GET', pathOf(hub));
  expect(response.status).toBe(200);
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}

const namesIn = (files: Map<string, string>, start = 'forms') =>
  [...files.keys()].filter((name) => name.startsWith(start)).sort();

const attachment = { name: 'attachment', label: 'Attachment', type: 'file', required: false };

async function submit(by: TestAccount, form: Form, values: object): Promise<void> {
  expectData(await by.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
}

describe('forms in a hub export', () => {
  it('contain their versions, submissions as JSON and CSV, and uploaded files', async () => {
    const place = await createEditorAndPlace(server.client);
    const { hub, owner, member } = place;
    const fields = [...FORM_FIELDS, attachment];
    const form = await createOpenForm(owner, place, { title: 'Summer/Winter', visibility: 'shared', fields });
    const file = await sendSubmissionFile(member.client.in(hub), form, 'attachment', { bytes: 'a boat' });
    await submit(member, form, { name: '=Bo', attachment: file });
    await changeForm(owner, form, { title: 'Next summer' });
    const files = await exported(owner, hub);
    const folder = `forms/${place.space.name}/Next summer/`;
    const [fileName] = namesIn(files, `${folder}files/`);
    expect(files.get(fileName ?? '')).toBe('a boat');
    expect(JSON.parse(files.get(`${folder}form.json`) ?? '')).toMatchObject({
      id: form.id,
      title: 'Next summer',
      visibility: 'shared',
      published_version: 1,
      fields: [{ name: 'name' }, { name: 'colour' }, { name: 'attachment' }],
    });
    expect(JSON.parse(files.get(`${folder}versions.json`) ?? '')).toMatchObject([
      { version: 1, title: 'Summer/Winter' },
    ]);
    expect(JSON.parse(files.get(`${folder}answers.json`) ?? '')).toMatchObject([{ values: { name: '=Bo' } }]);
    // A cell that would start a formula is escaped.
    expect(files.get(`${folder}answers.csv`)).toContain("'=Bo");
    const manifest = JSON.parse(files.get('manifest.json') ?? '');
    expect(manifest.counts.forms).toBe(1);
    expect(manifest.files.map((one: { path: string }) => one.path)).toEqual(
      expect.arrayContaining(namesIn(files)),
    );
  });

  it('contain no submissions for an admin who may not read them', async () => {
    const place = await createEditorAndPlace(server.client);
    const { hub, owner, admin, member } = place;
    expectData(await owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }));
    const form = await createOpenForm(owner, place, { title: 'Survey', visibility: 'shared' });
    const own = await createOpenForm(admin, place, { title: 'Own', visibility: 'shared' });
    for (const one of [form, own]) await submit(member, one, { name: 'Confidential' });
    const folder = `forms/${place.space.name}/`;
    const before = await exported(admin, hub);
    expect(namesIn(before)).toEqual([
      `${folder}Own/answers.csv`,
      `${folder}Own/answers.json`,
      `${folder}Own/form.json`,
      `${folder}Own/versions.json`,
      `${folder}Survey/form.json`,
      `${folder}Survey/versions.json`,
    ]);
    const people = [{ user_id: admin.user.id, role: 'editor' }];
    expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
    expect((await exported(admin, hub)).get(`${folder}Survey/answers.json`)).toContain('Confidential');
  });

  it('contain only what the admin may see: nothing private, no draft, nothing trashed', async () => {
    const place = await createEditorAndPlace(server.client);
    const { hub, owner, admin, member } = place;
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    await createOpenForm(member, place, { title: 'Private form', visibility: 'private' });
    await createForm(member, { hub, space: closed }, { title: 'Inner draft', visibility: 'public' });
    const shown = await createOpenForm(
      member,
      { hub, space: closed },
      { title: 'Shown', visibility: 'public' },
    );
    await changeForm(member, shown, {
      title: 'Hidden change',
      settings: { notify: ['secret@example.test'] },
    });
    await submit(member, shown, { name: 'Confidential' });
    const gone = await createOpenForm(member, place, { title: 'Trashed', visibility: 'shared' });
    expectData(await member.client.delete(`forms/${gone.id}/`));
    const files = await exported(admin, hub);
    const text = [...files].map(([name, text]) => `${name}\n${text}`).join('\n');
    expect(text).not.toMatch(/Private form|Inner draft|Hidden change|secret@|Confidential|Trashed|Closed/);
    expect(namesIn(files)).toEqual(
      ['form.json', 'versions.json'].map((name) => `forms shared with you/${shown.slug}/${name}`),
    );
    const all = await exported(owner, hub);
    expect(namesIn(all).join('\n')).toMatch(/Private form\/answers[\s\S]*/);
    expect(all.get('forms/Closed/Hidden change/answers.json')).toContain('Confidential');
    const log = await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=hub.exported`);
    expect(expectData(log)[0]?.details).toMatchObject({ private_forms: 1 });
  });
});

it('returns 429 beyond the concurrent exports of a hub, and accepts the next when one is done', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const [first] = expectData(
    await uploadBytes(owner, { hub, space }, [{ name: 'large.txt', bytes: Buffer.alloc(128 * 1024, 'y') }]),
    201,
  ).items;
  // Copies that can't be compressed: more than the buffers of an unread connection hold.
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, kind, title, file_sha256, file_name, mime, size, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, kind, 'Copy ' || n, file_sha256, file_name, 'application/zip', size,
       created_by, updated_by from item, generate_series(1, 400) as n where id = $1`,
    [first?.id],
  );
  const waiting: Response[] = [];
  for (let at = 0; at < 2; at += 1) waiting.push(await owner.client.fetch('GET', pathOf(hub)));
  const third = await owner.client.get(pathOf(hub));
  expectRefusal(third, 429, 'too_many_exports');
  expect(third.body.message).toBe(
    'This hub is being exported 2 times already. Try again when one of these exports is done.',
  );
  expect(third.headers.get('retry-after')).toBe('60');
  // A refused export is not recorded.
  const log = await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=hub.exported`);
  expect(expectData(log)).toHaveLength(2);
  const other = await createPlace(server.client);
  expect((await other.owner.client.fetch('GET', pathOf(other.hub))).status).toBe(200);
  await waiting[0]?.body?.cancel();
  await eventually(async () => {
    const response = await owner.client.fetch('GET', pathOf(hub));
    await response.body?.cancel();
    expect(response.status).toBe(200);
  });
  await waiting[1]?.body?.cancel();
});
