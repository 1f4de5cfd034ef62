import { expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { changeForm, createForm, createOpenForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('returns 409 with the current settings for a stale version, and accepts changes without one', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  await other.client.patch('auth/me/', { first_name: 'Ben', last_name: 'Okri' });
  const form = await createForm(member, { hub, space });
  const path = `forms/${form.id}/`;
  const upon = ({ revision }: { revision: number }) => ({ headers: { 'if-match': String(revision) } });
  expectData(await other.client.patch(path, { settings: { max_submissions: 10 } }, upon(form)));
  const stale = await member.client.patch<Form>(path, { settings: { max_submissions: 20 } }, upon(form));
  expectRefusal(stale, 409);
  expect(stale.body).toMatchObject({
    code: 'stale_revision',
    data: {
      settings: { max_submissions: 10 },
      setting_changes: { max_submissions: { id: other.user.id, name: 'Ben Okri', at: expect.any(String) } },
    },
  });
  // Without a version a program only changes the settings that it sends.
  const now = expectData(await member.client.patch<Form>(path, { settings: { editable: true } }));
  expect(now.settings).toMatchObject({ max_submissions: 10, editable: true });
});

test('returns who last changed which setting, to editors only', async () => {
  const { hub, space, guest, member, other } = await createEditorAndPlace(server.client);
  for (const [person, first_name] of [
    [member, 'Ada'],
    [other, 'Ben'],
  ] as const)
    await person.client.patch('auth/me/', { first_name, last_name: '' });
  const form = await createOpenForm(member, { hub, space });
  expect(form.setting_changes).toEqual({});
  await changeForm(other, form, {
    settings: { theme: { preset: 'night', accent: '#a79eff' }, listed: false },
  });
  const now = await changeForm(member, form, { settings: { theme: { preset: 'night', accent: '#ffffff' } } });
  const who = Object.fromEntries(Object.entries(now.setting_changes).map(([part, { name }]) => [part, name]));
  expect(who).toEqual({ theme: 'Ada', 'theme.accent': 'Ada', 'theme.preset': 'Ben', listed: 'Ben' });
  const people = [{ user_id: guest.user.id, role: 'viewer' }];
  expectData(await member.client.put(`forms/${form.id}/access/`, { people }));
  const read = expectData(await guest.client.get(`forms/${form.id}/`));
  expect(read.setting_changes).toEqual({});
});
