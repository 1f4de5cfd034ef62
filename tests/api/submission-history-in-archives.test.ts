import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import {
  copyOf,
  formsOf,
  historyOf,
  notesOf,
  readSubmissions,
  submissionsOf,
} from '#tests/harness/archived-forms.ts';
import { createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { importArchive, interruptedImport } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { comparableArchive, exportSpace } from '#tests/harness/space-archives.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;

const NOTES = 'hubkeep.forms/Sign up/notes.jsonl';
const HISTORY = 'hubkeep.forms/Sign up/history.jsonl';
const whole = (by: TestAccount, place: Place) => exportSpace(by, place, 'md', '&versions=true');

/** A form with a submission that two people corrected and made notes on, whose file is another one now. */
async function correctedForm() {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, member } = place;
  await server.sql('update app_user set is_email_verified = true where id = any($1)', [
    [owner.user.id, member.user.id],
  ]);
  const attachment = { id: 'f_file', name: 'file', label: 'File', type: 'file', required: false };
  const fields = [...FORM_FIELDS, attachment];
  const form = await createOpenForm(owner, place, { title: 'Sign up', visibility: 'shared', fields });
  const sent = await sendSubmissionFile(member.client.in(hub), form, 'file', { bytes: 'a boat' });
  const submission = expectData(
    await member.client.post(`public/forms/${form.slug}/submissions/`, {
      version: 1,
      values: { name: 'Bo', file: sent },
    }),
    201,
  );
  const path = `forms/${form.id}/submissions/${submission.id}` as const;
  const body = new FormData();
  body.append('field', 'file');
  body.append('file', new Blob(['a ship']), 'words.txt');
  const second = expectData(await owner.client.post(`${path}/files/`, undefined, { raw: body }), 201);
  const correct = async (by: TestAccount, values: object) =>
    expectData(await by.client.put(`${path}/values/`, { values }));
  await correct(owner, { name: 'Bo B', file: second.id });
  await correct(member, { name: 'Bo Bee', file: second.id, colour: 'red' });
  await server.sql(
    'update submission_edit set is_correction = false, corrected_by = null where revision = 2',
  );
  const note = async (by: TestAccount, text: string) =>
    expectData(await by.client.post(`${path}/notes/`, { body: text }), 201);
  await note(owner, 'Call <b>her</b>\nback');
  await note(member, 'Done');
  expectData(
    await owner.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values: { name: 'Cy' } }),
    201,
  );
  return { place, form, submission };
}

describe('notes on submissions, and what these were before they were changed,', () => {
  it('are the same again after an import, after another one, and in a third space', async () => {
    const { place, form } = await correctedForm();
    const bytes = await whole(place.owner, place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job.reason).toBe('One form is a draft until somebody publishes it.');
    const before = await readSubmissions(place.owner, form.id);
    expect(before[0]).toMatchObject({ revision: 3, notes: [{ is_mine: true }, { body: 'Done' }] });
    expect(JSON.parse(before[0]?.history ?? '')).toMatchObject([
      { revision: 2, is_correction: false, values: { file: 'file a ship' } },
      { revision: 1, corrected_by: { id: place.owner.user.id }, values: { file: 'file a boat' } },
    ]);
    const [made] = await formsOf(copy);
    expect(await readSubmissions(place.owner, made?.id)).toEqual(before);
    const comparable = await comparableArchive(bytes);
    expect(Object.keys(comparable)).toEqual(expect.arrayContaining([NOTES, HISTORY]));
    expect(await comparableArchive(await whole(place.owner, copy))).toEqual(comparable);
    expect((await importArchive(copy, { bytes })).reason).toBeUndefined();
    expect(await readSubmissions(place.owner, made?.id)).toEqual(before);
    const { copy: third } = await copyOf(place, await whole(place.owner, copy));
    const [last] = await formsOf(third);
    expect(await readSubmissions(place.owner, last?.id)).toEqual(before);
  });

  it('are in the archive of a reader of submissions, the history only where it is chosen', async () => {
    const { place } = await correctedForm();
    const paths = async (bytes: Buffer) => [...(await readArchive(bytes)).keys()];
    const plain = await paths(await exportSpace(place.owner, place));
    expect(plain).toContain(NOTES);
    expect(plain).not.toContain(HISTORY);
    expect(await paths(await whole(place.member, place))).toEqual(expect.arrayContaining([NOTES, HISTORY]));
    // An admin of the hub changes the form, and reads no answers.
    expectData(
      await place.owner.client.in(place.hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }),
    );
    await server.sql(`update membership set role = 'admin' where user_id = $1`, [place.member.user.id]);
    const admins = await paths(await whole(place.member, place));
    expect(admins).toContain('hubkeep.forms/Sign up/form.json');
    expect(admins.filter((path) => path.endsWith('.jsonl'))).toEqual([]);
  });

  it('come with an archive that has them after one that had none', async () => {
    const { place, form } = await correctedForm();
    const { copy } = await copyOf(place, await exportSpace(place.owner, place));
    const [made] = await formsOf(copy);
    const [first] = await submissionsOf(place.owner, made?.id);
    expect(await historyOf(place.owner, made?.id, first?.id)).toEqual([]);
    await importArchive(copy, { bytes: await whole(place.owner, place) });
    expect(await readSubmissions(place.owner, made?.id)).toEqual(await readSubmissions(place.owner, form.id));
  });

  it('that were deleted here do not come again, and a correction here comes after them', async () => {
    const { place } = await correctedForm();
    const bytes = await whole(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const [made] = await formsOf(copy);
    const [first] = await submissionsOf(place.owner, made?.id);
    const [note] = await notesOf(place.owner, made?.id, first?.id);
    const path = `forms/${made?.id}/submissions/${first?.id}` as const;
    expectData(await place.owner.client.delete(`${path}/notes/${note?.id}/`));
    expectData(await place.owner.client.put(`${path}/values/`, { values: { name: 'Bo again' } }));
    await importArchive(copy, { bytes });
    expect(await notesOf(place.owner, made?.id, first?.id)).toHaveLength(1);
    const history = await historyOf(place.owner, made?.id, first?.id);
    expect(history.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  });

  it.each([
    ['submission_note', '(select count(*) from submission_note where submission_id = new.submission_id) > 0'],
    ['submission_edit', 'true'],
  ] as const)('resume where a run ended that was interrupted in %s', async (table, condition) => {
    const { place, form } = await correctedForm();
    const bytes = await whole(place.owner, place);
    const space = await createSpace(place.owner, place.hub, { name: 'Copy', default_role: 'editor' });
    const copy = { ...place, space };
    const interrupted = await interruptedImport(server, copy, bytes, table, condition);
    expect(await interrupted.goOn()).toMatchObject({ state: 'ready', rejected: 0 });
    const [made] = await formsOf(copy);
    expect(await readSubmissions(place.owner, made?.id)).toEqual(await readSubmissions(place.owner, form.id));
  });

  it('have the names of the archive where its importer may not write in those names', async () => {
    const { place } = await correctedForm();
    const { copy, job } = await copyOf(place, await whole(place.owner, place), place.member);
    expect(job.reason).toContain('One note on an answer by people who are no members here');
    expect(job.reason).toContain('One earlier state of an answer by people');
    const [made] = await formsOf(copy);
    const [first] = await submissionsOf(place.member, made?.id);
    const notes = await notesOf(place.member, made?.id, first?.id);
    expect(notes.map(({ author, is_mine }) => [author?.id, is_mine])).toEqual([
      ['', false],
      [place.member.user.id, true],
    ]);
    const history = await historyOf(place.member, made?.id, first?.id);
    expect(history.map(({ corrected_by }) => corrected_by)).toEqual([null, notes[0]?.author]);
  });

  it('of a hostile archive end in a report, and stop nothing else', async () => {
    const place = await createPlace(server.client);
    const fields = [
      { id: 'name', name: 'name', label: 'Name', type: 'text', required: false },
      { id: 'file', name: 'file', label: 'File', type: 'file', required: false },
    ];
    const [submission, elsewhere, file] = [randomUUID(), randomUUID(), randomUUID()];
    const at = '2024-01-01T00:00:00Z';
    const definition = { title: 'F', description: '', layout: { pages: [] }, translations: {}, fields };
    const note = (more: object) =>
      JSON.stringify({ id: randomUUID(), submission, body: 'x', created_at: at, ...more });
    const state = (revision: unknown, more: object = {}) =>
      JSON.stringify({ submission, revision, version: 1, replaced_at: at, values: { name: 'x' }, ...more });
    const same = randomUUID();
    const bytes = await archive({
      'a.md': 'x',
      'hubkeep.forms/F/form.json': JSON.stringify({
        ...{ id: randomUUID(), visibility: 'shared' },
        ...definition,
      }),
      'hubkeep.forms/F/versions.json': JSON.stringify({
        ...{ ...definition, version: 1, language: 'en', created_at: at },
      }),
      'hubkeep.forms/F/submissions.jsonl': JSON.stringify({
        ...{ id: submission, version: 1, state: 'new', created_at: at, values: {}, revision: 9 },
      }),
      'hubkeep.forms/F/notes.jsonl': [
        note({ body: '<script>alert(1)</script>', author: { name: '<b>', email: 'x' } }),
        note({ id: same, body: 'once' }),
        note({ id: same, body: 'twice' }),
        note({ body: '' }),
        note({ body: ' ' }),
        note({ body: 'nul \0' }),
        note({ body: 'x'.repeat(5_001) }),
        note({ body: 7 }),
        note({ submission: elsewhere }),
        note({ submission: '../x' }),
        note({ id: 'x' }),
        note({ body: 'x'.repeat(9 * 1024 ** 2) }),
        note({ created_at: 'never' }),
        'no json',
        note({ body: 'last', created_at: '2999-01-01T00:00:00Z' }),
      ].join('\n'),
      'hubkeep.forms/F/history.jsonl': [
        state(8, { is_correction: true, by: { name: '\0', email: '\0' } }),
        state(8, { values: { name: 'other' } }),
        state(9),
        state(0),
        state(2 ** 40),
        state('1'),
        state(7, { version: 2 }),
        state(6, { values: { name: { a: 1 } } }),
        state(5, { values: { other: 1 } }),
        state(4, { submission: elsewhere }),
        state(3, {
          values: { file },
          files: [{ id: file, field: 'file', name: 'a.txt', path: '../../etc/passwd' }],
        }),
        state(2, { values: { name: '<script>', __proto__: 1 } }),
        '[]',
      ].join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        forms: 'hubkeep.forms/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    for (const part of [
      'One file of answers could not be stored.',
      '10 notes on answers could not be read.',
      'One note on an answer left out: its answer is not here.',
      '8 earlier states of answers could not be read.',
      'One earlier state of an answer left out: its answer is not here.',
    ])
      expect(job.reason).toContain(part);
    const [made] = await formsOf(place);
    const [found] = await submissionsOf(place.owner, made?.id);
    const notes = await notesOf(place.owner, made?.id, found?.id);
    expect(notes.map(({ body }) => body).sort()).toEqual(['<script>alert(1)</script>', 'last', 'once']);
    expect(notes.every(({ created_at }) => Date.parse(created_at) <= Date.now())).toBe(true);
    const history = await historyOf(place.owner, made?.id, found?.id);
    expect(history.map(({ revision }) => revision)).toEqual([8, 3, 2]);
    expect(history[0]).toMatchObject({ corrected_by: { id: '', name: '…' } });
  });

  it('of an archive with 150,000 notes are 1,000 for a submission', async () => {
    const place = await createPlace(server.client);
    const [submission, at] = [randomUUID(), '2024-01-01T00:00:00Z'];
    const definition = {
      ...{ title: 'F', description: '', layout: { pages: [] }, translations: {}, fields: FORM_FIELDS },
    };
    const note = (number: number) => {
      const id = `${number.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;
      return JSON.stringify({ id, submission, body: `note ${number}`, created_at: at });
    };
    const bytes = await archive({
      'a.md': 'x',
      'hubkeep.forms/F/form.json': JSON.stringify({ id: randomUUID(), visibility: 'shared', ...definition }),
      'hubkeep.forms/F/versions.json': JSON.stringify({ ...definition, version: 1, created_at: at }),
      'hubkeep.forms/F/submissions.jsonl': JSON.stringify({
        ...{ id: submission, version: 1, state: 'new', created_at: at, values: { name: 'Bo' } },
      }),
      'hubkeep.forms/F/notes.jsonl': Array.from({ length: 150_000 }, (_, number) => note(number)).join('\n'),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        forms: 'hubkeep.forms/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('149000 notes on answers left out');
    const [made] = await formsOf(place);
    const [found] = await submissionsOf(place.owner, made?.id);
    const notes = await notesOf(place.owner, made?.id, found?.id);
    expect(notes.map(({ body }) => body)).toEqual(
      Array.from({ length: 1_000 }, (_, number) => `note ${number}`),
    );
  });
});

/** An archive of a form with a submission, with these notes on it. */
function archiveOfNotes(
  ids: { form: string; submission: string },
  visibility: string,
  notes: string | null,
  more = '',
) {
  const at = '2024-01-01T00:00:00Z';
  const definition = {
    ...{ title: 'F', description: '', layout: { pages: [] }, translations: {}, fields: FORM_FIELDS },
  };
  return archive({
    'a.md': 'x',
    'hubkeep.forms/F/form.json': JSON.stringify({ id: ids.form, visibility, ...definition }),
    'hubkeep.forms/F/versions.json': JSON.stringify({ ...definition, version: 1, created_at: at }),
    'hubkeep.forms/F/submissions.jsonl': `${JSON.stringify({
      ...{ id: ids.submission, version: 1, state: 'new', created_at: at, values: { name: 'Bo' } },
    })}${more}`,
    ...(notes === null ? {} : { 'hubkeep.forms/F/notes.jsonl': notes }),
    'hubkeep.json': JSON.stringify({
      format: 'hubkeep-space',
      forms: 'hubkeep.forms/',
      files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
    }),
  });
}

describe('notes on submissions of an archive', () => {
  it('come though somebody who may not read the form sent an archive with none that can be read', async () => {
    const place = await createEditorAndPlace(server.client);
    const ids = { form: randomUUID(), submission: randomUUID() };
    await importArchive(place, { bytes: await archiveOfNotes(ids, 'private', null) });
    const others = await archiveOfNotes(ids, 'private', 'no json');
    await importArchive({ ...place, owner: place.member }, { bytes: others });
    const note = {
      id: randomUUID(),
      submission: ids.submission,
      body: 'x',
      created_at: '2024-01-01T00:00:00Z',
    };
    await importArchive(place, { bytes: await archiveOfNotes(ids, 'private', JSON.stringify(note)) });
    const [made, more] = await formsOf(place);
    expect(more).toBeUndefined();
    const [found] = await submissionsOf(place.owner, made?.id);
    expect(await notesOf(place.owner, made?.id, found?.id)).toMatchObject([{ body: 'x' }]);
  });

  it('are read to an end where the archive has very many lines', async () => {
    const place = await createPlace(server.client);
    const ids = { form: randomUUID(), submission: randomUUID() };
    const lines = '\n'.repeat(2_500_000);
    const job = await importArchive(place, { bytes: await archiveOfNotes(ids, 'shared', lines, lines) });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toContain('1900000 answers left out');
    expect(job.reason).toContain('1900000 notes on answers left out');
  });
});

it('submissions come after an interruption though somebody who may not read the form sent an archive without any', async () => {
  const place = await createEditorAndPlace(server.client);
  const ids = { form: randomUUID(), submission: randomUUID() };
  const bytes = await archiveOfNotes(ids, 'private', null);
  const interrupted = await interruptedImport(server, place, bytes, 'submission', 'true');
  const others = await archiveOfNotes({ ...ids, submission: 'none' }, 'private', null);
  await importArchive({ ...place, owner: place.member }, { bytes: others });
  expect(await interrupted.goOn()).toMatchObject({ state: 'ready' });
  const [made] = await formsOf(place);
  expect(await submissionsOf(place.owner, made?.id)).toHaveLength(1);
});
