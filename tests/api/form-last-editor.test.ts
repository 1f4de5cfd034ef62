import { expect, test } from 'vitest';
import { changeForm, createForm, publishForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('returns the last editor and the current state with a 409, and no names to guests', async () => {
  const { owner, member: editor, hub, space } = await createEditorAndPlace(server.client);
  const form = await createForm(owner, { hub, space }, { title: 'Camp' });
  await changeForm(editor, form, { title: 'Summer camp' });
  const late = await owner.client.patch(
    `forms/${form.id}/`,
    { title: 'Winter camp' },
    { headers: { 'if-match': String(form.revision) } },
  );
  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({
    title: 'Summer camp',
    updated_by: { id: editor.user.id, name: `${editor.user.first_name} ${editor.user.last_name}`.trim() },
  });
  await publishForm(owner, form);
  expect(expectData(await server.client.get(`forms/${form.id}/`)).updated_by).toBeNull();
});
