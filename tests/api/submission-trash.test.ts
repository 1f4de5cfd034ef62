import { expect, test } from 'vitest';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { Submission, TrashedSubmission } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createOpenForm, FORM_FIELDS, type FormInput, sendSubmissionFile } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const PAPER = { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', required: false } as const;

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: [...FORM_FIELDS, PAPER], ...input });
  const post = (values: object) =>
    server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values });
  const send = async (values: object) => expectData(await post(values), 201).id;
  const path = `forms/${form.id}/submissions/`;
  const list = async () => expectData(await at.owner.client.get<Submission[]>(path)).map(({ id }) => id);
  const trashed = async () => expectData(await at.owner.client.get<TrashedSubmission[]>(`${path}trashed/`));
  const act = async (how: 'delete' | 'restore' | 'purge', ids: string[]) =>
    expectData(await at.owner.client.post<{ count: number }>(`${path}${how}/`, { ids })).count;
  const change = (settings: Partial<FormSettings>, more: object = {}) =>
    at.owner.client.patch(`forms/${form.id}/`, { settings, ...more });
  return { ...at, form, path, post, send, list, trashed, act, change };
}

const submitted = async ({ owner, form }: Awaited<ReturnType<typeof open>>) =>
  expectData(await owner.client.get(`forms/${form.id}/summary/`)).submissions;

test('hides a trashed submission from lists, counts, summaries, exports, files and search, and restores it', async () => {
  const at = await open();
  const { owner, hub, form, path, send, list, trashed, act } = at;
  const paper = await sendSubmissionFile(server.client, form, 'paper');
  const id = await send({ name: 'Zebulon', colour: 'red', paper });
  const other = await send({ name: 'Bo' });
  const note = { body: 'Call back' };
  expectData(await owner.client.post(`${path}${id}/notes/`, note), 201);
  const before = expectData(await owner.client.get(`${path}${id}/`));
  expect(await submitted(at)).toBe(2);
  expectData(await owner.client.delete(`${path}${id}/`));
  expectRefusal(await owner.client.get(`${path}${id}/`), 404);
  expect(await list()).toEqual([other]);
  expect(await submitted(at)).toBe(1);
  expectRefusal(await owner.client.get(`forms/${form.id}/files/${paper}/`), 404);
  const exported = async () =>
    (await owner.client.fetch('GET', `forms/${form.id}/export/?format=csv`)).text();
  expect(await exported()).not.toContain('Zebulon');
  const found = async () =>
    JSON.stringify(expectData(await owner.client.in(hub).get('search/?q=Zebulon'))).includes(form.id);
  expect(await found()).toBe(false);
  const [one, ...more] = await trashed();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ id, values: { name: 'Zebulon' }, trashed_by: { id: owner.user.id } });
  const days = (Date.parse(one?.gone_at ?? '') - Date.parse(one?.trashed_at ?? '')) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(await act('restore', [id, other, 'x'])).toBe(1);
  expect(expectData(await owner.client.get(`${path}${id}/`))).toEqual(before);
  expect(await submitted(at)).toBe(2);
  expect(await found()).toBe(true);
  expect(await exported()).toContain('Zebulon');
  expect((await owner.client.fetch('GET', `forms/${form.id}/files/${paper}/`)).status).toBe(200);
  expect(await trashed()).toEqual([]);
});

test('permanently deletes a trashed submission on request, after its retention, and with its form', async () => {
  const { path, owner, form, send, act, trashed } = await open();
  const ids = [await send({ name: 'A' }), await send({ name: 'B' }), await send({ name: 'C' })];
  expect(await act('delete', ids)).toBe(3);
  expect(await act('purge', [ids[0] ?? ''])).toBe(1);
  expect(await act('restore', [ids[0] ?? ''])).toBe(0);
  await server.sql("update trashed_submission set trashed_at = now() - interval '31 days' where id = $1", [
    ids[1],
  ]);
  await purgeFormsOfServer(server);
  expect((await trashed()).map(({ id }) => id)).toEqual([ids[2]]);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  await purgeFormsOfServer(server);
  expect(await server.sql('select from trashed_submission where form_id = $1', [form.id])).toEqual([]);
  expectRefusal(await owner.client.get(`${path}trashed/`), 404);
});

test('does not count trashed submissions for limits, and restores one beyond them', async () => {
  const { owner, form, send, post, act, list } = await open({
    settings: { max_submissions: 1, one_per_person: true },
  });
  const first = await send({ name: 'A' });
  expectRefusal(await post({ name: 'B' }), 409, 'form_full');
  await act('delete', [first]);
  const second = await send({ name: 'B' });
  expect(await act('restore', [first])).toBe(1);
  expect(await list()).toEqual([second, first]);
  expectRefusal(await post({ name: 'C' }), 409, 'form_full');
  // Both submissions of one person are trashed, and restored.
  await act('delete', [first, second]);
  expect(await act('restore', [first, second])).toBe(2);
  expectData(await owner.client.patch(`forms/${form.id}/`, { settings: { max_submissions: null } }));
  expectRefusal(await post({ name: 'D' }), 409, 'already_answered');
});

test('lists and empties the trash of submissions for those who may delete them only', async () => {
  const { owner, hub, form, path, send, act } = await open();
  const id = await send({ name: 'A' });
  await act('delete', [id]);
  const editor = await addMember(server.client, owner, hub);
  const people = [{ user_id: editor.user.id, role: 'editor' }];
  expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
  expectData(await editor.client.get(path));
  expectRefusal(await editor.client.get(`${path}trashed/`), 403);
  expectRefusal(await editor.client.post(`${path}restore/`, { ids: [id] }), 403);
  expectRefusal(await editor.client.post(`${path}purge/`, { ids: [id] }), 403);
});

test('requires confirmation with a count before a shorter retention deletes submissions', async () => {
  const { form, send, act, change, list } = await open();
  const ids = [await send({ name: 'A' }), await send({ name: 'B' }), await send({ name: 'C' })];
  await act('delete', [ids[0] ?? '']);
  await server.sql("update submission set created_at = now() - interval '5 days' where id = $1", [ids[1]]);
  await server.sql("update trashed_submission set created_at = now() - interval '5 days' where id = $1", [
    ids[0],
  ]);
  const refused = await change({ retention_days: 3 });
  expectRefusal(refused, 409, 'answers_would_be_deleted');
  expect(refused.body.data).toEqual({ retention_days: 3, answers: 2 });
  expectRefusal(await change({ retention_days: 3 }, { deletes_answers: 1 }), 409, 'answers_would_be_deleted');
  const [row] = await server.sql<{ days: string | null }>(
    "select settings ->> 'retention_days' as days from form where id = $1",
    [form.id],
  );
  expect(row?.days).toBeNull();
  expectData(await change({ retention_days: 3 }, { deletes_answers: 2 }));
  // A longer retention deletes nothing, and needs no confirmation.
  expectData(await change({ retention_days: 4 }));
  await purgeFormsOfServer(server);
  expect(await list()).toEqual([ids[2]]);
  expect(await server.sql('select from trashed_submission where form_id = $1', [form.id])).toEqual([]);
});
