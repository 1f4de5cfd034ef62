import { expect, test } from 'vitest';
import type { SubmissionRevision } from '#lib/contract/own-submission.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  changeForm,
  createOpenForm,
  FORM_FIELDS,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const PAPER = {
  ...{ id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', required: false },
  rules: [
    { rule: 'extensions', value: ['txt'] },
    { rule: 'max_bytes', value: 1000 },
  ],
};

async function formWithSubmission() {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: [...FORM_FIELDS, PAPER] });
  const paper = await sendSubmissionFile(server.client, form, 'paper', { name: 'first.txt', bytes: 'First' });
  const values = { name: 'Bo', paper };
  const { id } = expectData(
    await server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }),
    201,
  );
  const path = `forms/${form.id}/submissions/${id}/`;
  const send = (name: string, bytes: string, { by = at.owner, field = 'paper', to = path } = {}) => {
    const body = new FormData();
    body.append('field', field);
    body.append('file', new Blob([bytes]), name);
    return by.client.post(`${to}files/`, undefined, { raw: body });
  };
  const correct = (values: object) => at.owner.client.put(`${path}values/`, { values });
  const read = async () => expectData(await at.owner.client.get<SubmissionDetail>(path));
  const bytesOf = async (file: string) =>
    (await at.owner.client.fetch('GET', `forms/${form.id}/files/${file}/`)).text();
  return { ...at, form, id, path, paper, send, correct, read, bytesOf };
}

test('replaces, removes and restores a file of a corrected submission, and keeps each in its history', async () => {
  const { owner, form, path, paper, send, correct, read, bytesOf } = await formWithSubmission();
  // Even if the form is closed, and has other fields now.
  await changeForm(owner, form, {
    fields: [...FORM_FIELDS],
    settings: { closes_at: '2020-01-01T00:00:00Z' },
  });
  await publishForm(owner, form);
  const second = expectData(await send('second.txt', 'Second'), 201);
  expect(second).toMatchObject({ name: 'second.txt', size: 6 });
  // It can't be read as a file of a submission before it is one.
  expectRefusal(await owner.client.get(`forms/${form.id}/files/${second.id}/`), 404);

  expectData(await correct({ name: 'Bo', paper: second.id }));
  const now = await read();
  expect(now.values).toEqual({ name: 'Bo', paper: second.id });
  expect(now.files).toMatchObject({ [paper]: { name: 'first.txt' }, [second.id]: { name: 'second.txt' } });
  expect([await bytesOf(paper), await bytesOf(second.id)]).toEqual(['First', 'Second']);
  const summaryOf = async () => {
    const { fields } = expectData(await owner.client.get(`forms/${form.id}/summary/`));
    return fields.find(({ id }) => id === PAPER.id)?.files;
  };
  expect(await summaryOf()).toEqual({ count: 1, bytes: 6 });

  expectData(await correct({ name: 'Bo' }));
  expect((await read()).values).toEqual({ name: 'Bo' });
  expect(await summaryOf()).toEqual({ count: 0, bytes: 0 });
  expectData(await correct({ name: 'Bo', paper }));
  expect(await summaryOf()).toEqual({ count: 1, bytes: 5 });
  const states = expectData(await owner.client.get<SubmissionRevision[]>(`${path}history/`));
  expect(states.map(({ values }) => values.paper)).toEqual([undefined, second.id, paper]);
  expect(await bytesOf(second.id)).toBe('Second');
});

test('accepts only files that the field accepts in the submission’s version', async () => {
  const { send, correct, read, paper } = await formWithSubmission();
  const kind = await send('plan.md', 'Words');
  expectRefusal(kind, 422, 'invalid_fields');
  expect(Object.keys(kind.body.fields ?? {})).toEqual(['file']);
  expectRefusal(await send('long.txt', 'x'.repeat(1001)), 422, 'invalid_fields');
  expectRefusal(await send('a.txt', 'Words', { field: 'name' }), 422, 'invalid_fields');
  expectRefusal(await correct({ name: 'Bo', paper: crypto.randomUUID() }), 422, 'invalid_fields');
  expect((await read()).values.paper).toBe(paper);
});

test('accepts files only from those who may correct the submission, and for this form’s', async () => {
  const { owner, hub, form, path, send } = await formWithSubmission();
  const [member, admin] = await Promise.all([
    addMember(server.client, owner, hub),
    addMember(server.client, owner, hub, 'admin'),
  ]);
  expectRefusal(await send('a.txt', 'Words', { by: member }), 403);
  expectRefusal(await send('a.txt', 'Words', { by: admin }), 403);
  expectRefusal(await server.client.post(`${path}files/`), 401);
  const nowhere = `forms/${form.id}/submissions/${crypto.randomUUID()}/`;
  expectRefusal(await send('a.txt', 'Words', { to: nowhere }), 404);
});

test('purges all files of a submission with it, also replaced ones', async () => {
  const { owner, form, path, paper, send, correct } = await formWithSubmission();
  const second = expectData(await send('second.txt', 'Second'), 201);
  expectData(await correct({ name: 'Bo', paper: second.id }));
  const [, id] = path.match(/submissions\/(.+)\/$/) ?? [];
  expectData(await owner.client.post(`forms/${form.id}/submissions/delete/`, { ids: [id] }));
  expectData(await owner.client.post(`forms/${form.id}/submissions/purge/`, { ids: [id] }));
  for (const file of [paper, second.id])
    expectRefusal(await owner.client.get(`forms/${form.id}/files/${file}/`), 404);
});
