import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { copyOf, formsOf, readSubmissions, submissionsOf } from '#tests/harness/archived-forms.ts';
import { changeForm, createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { importArchive, interruptedImport } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';

const server = sharedServer();

const rest = { description: '', layout: { pages: [] }, translations: {} };

const attachment = { name: 'attachment', label: 'Attachment', type: 'file', required: false };
const count = { name: 'count', label: 'Count', type: 'number', required: false };

async function filledForm() {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, member } = place;
  await server.sql('update app_user set is_email_verified = true where id = any($1)', [
    [owner.user.id, member.user.id],
  ]);
  const fields = [...FORM_FIELDS, attachment, count];
  const form = await createOpenForm(owner, place, { title: 'Sign up', visibility: 'shared', fields });
  const submit = async (by: TestAccount, version: number, values: object) =>
    expectData(await by.client.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201);
  const file = await sendSubmissionFile(member.client.in(hub), form, 'attachment', { bytes: 'a boat' });
  const first = await submit(member, 1, { name: 'Bo', attachment: file, count: 3 });
  const [name, ...others] = form.fields ?? [];
  await changeForm(owner, form, { fields: [{ ...name, label: 'Full name' }, ...others] });
  expectData(await owner.client.post(`forms/${form.id}/publish/`, {}));
  await submit(owner, 2, { name: 'Ada' });
  expectData(await owner.client.patch(`forms/${form.id}/submissions/${first.id}/`, { state: 'done' }));
  return { place, form, first };
}

describe('the submissions of forms', () => {
  it('are the same again after an import, and after another one', async () => {
    const { place, form } = await filledForm();
    const bytes = await exportSpace(place.owner, place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job.reason).toBe('One form is a draft until somebody publishes it.');
    const [made] = await formsOf(copy);
    expect(made?.published_version).toBeNull();
    const before = await readSubmissions(place.owner, form.id);
    expect(before).toHaveLength(2);
    expect(before[0]).toMatchObject({ state: 'done', texts: ['a boat'] });
    expect(await readSubmissions(place.owner, made?.id)).toEqual(before);
    expect((await importArchive(copy, { bytes })).reason).toBeUndefined();
    expect(await readSubmissions(place.owner, made?.id)).toEqual(before);
    const { copy: third } = await copyOf(place, await exportSpace(place.owner, copy));
    const [last] = await formsOf(third);
    expect(await readSubmissions(place.owner, last?.id)).toEqual(before);
  });

  it('are left when the form is published: the next version has the next number', async () => {
    const { place } = await filledForm();
    const { copy } = await copyOf(place, await exportSpace(place.owner, place));
    const [made] = await formsOf(copy);
    expect(expectData(await place.owner.client.post(`forms/${made?.id}/publish/`, {})).version).toBe(3);
    const values = { version: 3, values: { name: 'New' } };
    const sent = await place.owner.client.post(`public/forms/${made?.slug}/submissions/`, values);
    expectData(sent, 201);
    expect((await submissionsOf(place.owner, made?.id)).map(({ version }) => version).sort()).toEqual([
      1, 2, 3,
    ]);
  });

  it('come with an archive that has nothing but a form', async () => {
    const { place, form } = await filledForm();
    const bytes = await exportSpace(place.owner, place);
    const { files } = JSON.parse((await readArchive(bytes)).get('hubkeep.json')?.toString() ?? '{}');
    expect(files).toEqual([]);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', result: [] });
    const [made] = await formsOf(copy);
    expect(await readSubmissions(place.owner, made?.id)).toEqual(await readSubmissions(place.owner, form.id));
  });

  it('that were deleted here do not come again', async () => {
    const { place } = await filledForm();
    const bytes = await exportSpace(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const [made] = await formsOf(copy);
    await server.sql('delete from submission where form_id = $1 and version = 1', [made?.id]);
    await importArchive(copy, { bytes });
    expect(await submissionsOf(place.owner, made?.id)).toHaveLength(1);
  });

  it('resume where an interrupted run ended, each once', async () => {
    const { place, form } = await filledForm();
    const bytes = await exportSpace(place.owner, place);
    const space = await createSpace(place.owner, place.hub, { name: 'Copy', default_role: 'editor' });
    const copy = { ...place, space };
    const isSecond = '(select count(*) from submission where form_id = new.form_id) > 0';
    const interrupted = await interruptedImport(server, copy, bytes, 'submission', isSecond);
    const [made] = await formsOf(copy);
    expect(await submissionsOf(place.owner, made?.id)).toHaveLength(1);
    expect(await interrupted.goOn()).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await formsOf(copy)).toHaveLength(1);
    expect(await readSubmissions(place.owner, made?.id)).toEqual(await readSubmissions(place.owner, form.id));
  });

  it('bring no tokens, and send nothing', async () => {
    const { place } = await filledForm();
    const files = await readArchive(await exportSpace(place.owner, place));
    const lines = files.get('hubkeep.forms/Sign up/submissions.jsonl')?.toString() ?? '';
    expect(lines).not.toMatch(/token|person_key|receipt|draft/);
    const { copy } = await copyOf(place, await exportSpace(place.owner, place));
    const [made] = await formsOf(copy);
    const rows = await server.sql(
      'select from submission where form_id = $1 and (token_hash is not null or person_key is not null)',
      [made?.id],
    );
    expect(rows).toEqual([]);
    const letters = await server.sql('select from webhook_delivery where form_id = $1', [made?.id]);
    expect(letters).toEqual([]);
  });

  it('have the names of the archive where its importer may not write in those names', async () => {
    const { place, form } = await filledForm();
    const bytes = await exportSpace(place.owner, place);
    const { copy, job } = await copyOf(place, bytes, place.member);
    expect(job.reason).toContain('One answer of people who are no members here');
    const [made] = await formsOf(copy);
    const names = (await submissionsOf(place.owner, form.id)).map(({ submitted_by }) => submitted_by?.name);
    const found = (await submissionsOf(place.member, made?.id)).map(({ submitted_by }) => submitted_by);
    expect(found).toEqual([
      { id: place.member.user.id, name: names[0] },
      { id: '', name: names[1] },
    ]);
  });

  it('of a hostile archive end in a report', async () => {
    const place = await createPlace(server.client);
    const formId = randomUUID();
    const fields = [
      { id: 'name', name: 'name', label: 'Name', type: 'text', required: false },
      { id: 'count', name: 'count', label: 'Count', type: 'number', required: false },
      { id: 'file', name: 'file', label: 'File', type: 'file', required: false },
      { id: 'sum', name: 'sum', label: 'Sum', type: 'number', formula: '{count} + 1', required: false },
    ];
    const at = '2999-01-01T00:00:00Z';
    const line = (more: object) =>
      JSON.stringify({ id: randomUUID(), version: 1, state: 'new', created_at: at, values: {}, ...more });
    const path = (name: string) => `hubkeep.forms/F/${name}`;
    const file = randomUUID();
    const fileLine = (place: string, values: object = { file }) =>
      line({ values, files: [{ id: file, field: 'file', name: 'a.txt', path: place }] });
    const version = (number: number, more: object = {}) =>
      JSON.stringify({
        version: number,
        title: 'F',
        ...rest,
        language: 'en',
        fields,
        created_at: at,
        ...more,
      });
    const bytes = await archive({
      'a.md': 'x',
      [path('form.json')]: JSON.stringify({ id: formId, title: 'F', ...rest, visibility: 'shared', fields }),
      [path('versions.json')]: `[\n${version(1)},\n${version(2, { fields: 7 })},\n${version(-1)}\nx\n]\n`,
      [path('submissions.jsonl')]: [
        line({ values: { name: '<script>\u202e', sum: { evil: [1] } }, by: { name: '\0', email: '\0' } }),
        line({ values: { name: 'good', count: 1 }, typed: { name: 'x' } }),
        line({ values: { name: { a: 1 } } }),
        line({ values: { name: 'nul \0' } }),
        line({ values: { count: 'many' } }),
        line({ values: { other: 1 } }),
        line({ values: { __proto__: 1, name: 7 } }),
        line({ values: [] }),
        line({ version: 2 }),
        line({ version: 9 }),
        line({ state: 'evil' }),
        line({ id: 'x' }),
        fileLine('../../../etc/passwd'),
        fileLine('files/missing.txt', { name: 'no file' }),
        'no json',
      ].join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        forms: 'hubkeep.forms/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('could not be read');
    const [made] = await formsOf(place);
    const found = await submissionsOf(place.owner, made?.id);
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ created_at }) => Date.parse(created_at) <= Date.now())).toBe(true);
    for (const { id } of found)
      expectData(await place.owner.client.get(`forms/${made?.id}/submissions/${id}/`));
    for (const format of ['csv', 'xlsx', 'json', 'files', 'csv_lists'])
      expect(
        (await place.owner.client.fetch('GET', `forms/${made?.id}/export/?format=${format}`)).status,
      ).toBe(200);
  });

  it('have a file each where an archive names one file in several, and none that no field names', async () => {
    const place = await createPlace(server.client);
    const [one, other] = ['one', 'other'].map((name) => ({ ...attachment, id: name, name, multiple: true }));
    const definition = { title: 'F', ...rest, fields: [one, other] };
    const at = '2024-01-01T00:00:00Z';
    const file = randomUUID();
    const named = (...fields: string[]) =>
      JSON.stringify({
        ...{ id: randomUUID(), version: 1, state: 'new', created_at: at, values: { one: [file] } },
        files: fields.map((field) => ({ id: file, field, name: 'a.txt', path: 'files/a.txt' })),
      });
    const bytes = await archive({
      'a.md': 'x',
      'hubkeep.forms/F/form.json': JSON.stringify({
        ...{ id: randomUUID(), ...definition, visibility: 'shared' },
      }),
      'hubkeep.forms/F/versions.json': JSON.stringify({
        ...{ version: 1, ...definition, language: 'en', created_at: at },
      }),
      'hubkeep.forms/F/files/a.txt': 'a boat',
      'hubkeep.forms/F/submissions.jsonl': [
        named('one'),
        named('one', 'one'),
        ...[named('other'), named('one\0'), named('none')],
        named('one').replace('"values":{', '"values":{"__proto__":{},'),
      ].join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        forms: 'hubkeep.forms/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('3 answers could not be read');
    const [made] = await formsOf(place);
    const found = await readSubmissions(place.owner, made?.id);
    expect(found.map(({ texts }) => texts)).toEqual(Array(3).fill(['a boat']));
  });

  it('of an archive with too many lines end in a report', async () => {
    const place = await createPlace(server.client);
    const bytes = await archive({
      'a.md': 'x',
      'hubkeep.forms/F/form.json': JSON.stringify({
        ...{ id: randomUUID(), title: 'F', ...rest, visibility: 'shared' },
        fields: FORM_FIELDS,
      }),
      'hubkeep.forms/F/versions.json': `[\n${JSON.stringify({
        ...{ version: 1, title: 'F', ...rest, language: 'en', created_at: '2024-01-01T00:00:00Z' },
        fields: FORM_FIELDS,
      })}\n]\n`,
      'hubkeep.forms/F/submissions.jsonl': '{}\n'.repeat(150_000),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        forms: 'hubkeep.forms/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('50000 answers left out');
  });
});
