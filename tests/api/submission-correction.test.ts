import { expect, test } from 'vitest';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { changeForm, createOpenForm, FORM_FIELDS, publishForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const PHONE = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', required: false } as const;
const RULED = { ...FORM_FIELDS[0], rules: [{ rule: 'max_length', value: 20 }] };

async function formWithSubmission(values: object = { name: 'Bo', colour: 'red' }) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: [RULED, ...FORM_FIELDS.slice(1), PHONE] });
  const { id } = expectData(
    await server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }),
    201,
  );
  const path = `forms/${form.id}/submissions/${id}/`;
  const correct = (values: object, { by = at.owner, headers = {} } = {}) =>
    by.client.put(`${path}values/`, { values }, { headers });
  const read = async () => expectData(await at.owner.client.get<SubmissionDetail>(path));
  const history = async () => expectData(await at.owner.client.get(`${path}history/`));
  return { ...at, form, id, path, correct, read, history };
}

test('stores the revisions of a corrected submission with author and time; lists, exports and search follow', async () => {
  const { owner, hub, form, id, correct, read, history } = await formWithSubmission({
    name: 'Bo',
    phone: '+41 44 668 18 00',
  });
  const changed = expectData(
    await correct({ name: 'Zebulon', phone: '+41446681800' }, { headers: { 'if-match': '1' } }),
  );
  expect(changed).toMatchObject({ id, revision: 2 });
  const now = await read();
  expect(now).toMatchObject({ revision: 2, edited_at: changed.edited_at, values: { name: 'Zebulon' } });
  // Unchanged values keep their typed text.
  expect(now.typed).toEqual({ phone: '+41 44 668 18 00' });
  expect(await history()).toEqual([
    {
      revision: 1,
      version: 1,
      values: { name: 'Bo', phone: '+41446681800' },
      typed: { phone: '+41 44 668 18 00' },
      replaced_at: changed.edited_at,
      is_correction: true,
      corrected_by: { id: owner.user.id, name: expect.any(String) },
    },
  ]);
  const filter = encodeURIComponent(JSON.stringify({ field: 'f_name', op: 'equals', value: 'Zebulon' }));
  const listed = await owner.client.get(`forms/${form.id}/submissions/?filter=${filter}`);
  expect(expectData(listed)).toHaveLength(1);
  const exported = await owner.client.fetch('GET', `forms/${form.id}/export/?format=csv`);
  expect(await exported.text()).toContain('Zebulon');
  const { fields } = expectData(await owner.client.get(`forms/${form.id}/summary/`));
  expect(fields[0]?.texts?.latest).toEqual(['Zebulon']);
  const found = expectData(await owner.client.in(hub).get('search/?q=Zebulon'));
  expect(JSON.stringify(found)).toContain(form.id);
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.answer_corrected`),
  );
  expect(log).toMatchObject([{ actor: { id: owner.user.id }, details: { submission_id: id } }]);
});

test('validates a correction by the submission’s version, and stores nothing of a refused one', async () => {
  const { owner, form, correct, read, history } = await formWithSubmission();
  await changeForm(owner, form, { fields: [{ ...FORM_FIELDS[0], name: 'full_name' }] });
  await publishForm(owner, form);
  const refused = await correct({ name: 'x'.repeat(21) });
  expectRefusal(refused, 422, 'invalid_fields');
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['name']);
  expectRefusal(await correct({ colour: 'red' }), 422, 'invalid_fields');
  expect((await read()).values).toEqual({ name: 'Bo', colour: 'red' });
  expect(await history()).toEqual([]);
  expectData(await correct({ name: 'Ada', colour: 'blue' }));
  expect(await read()).toMatchObject({ version: 1, values: { name: 'Ada', colour: 'blue' } });
});

test('returns 409 and the current submission when If-Match is stale', async () => {
  const { correct, read } = await formWithSubmission();
  expectData(await correct({ name: 'Ada' }, { headers: { 'if-match': '1' } }));
  const stale = await correct({ name: 'Cy' }, { headers: { 'if-match': '1' } });
  expectRefusal(stale, 409, 'stale_revision');
  expect(stale.body.data).toMatchObject({ revision: 2, values: { name: 'Ada' } });
  expect((await read()).values).toEqual({ name: 'Ada' });
});

test('lets editors of the form correct submissions, and nobody who may not read them', async () => {
  const { owner, hub, form, correct } = await formWithSubmission();
  const [editor, admin] = await Promise.all([
    addMember(server.client, owner, hub),
    addMember(server.client, owner, hub, 'admin'),
  ]);
  expectRefusal(await correct({ name: 'Cy' }, { by: editor }), 403);
  expectRefusal(await correct({ name: 'Cy' }, { by: admin }), 403);
  const people = [{ user_id: editor.user.id, role: 'editor' }];
  expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
  expectData(await correct({ name: 'Cy' }, { by: editor }));
});
