import { expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { expectData } from '#tests/harness/answers.ts';
import { changeForm, createForm, publishForm } from '#tests/harness/forms.ts';
import { createEditorsPlace } from '#tests/harness/members.ts';
import { serverOfFile } from '#tests/harness/server-of-file.ts';

const server = serverOfFile();

test('who comes too late is told who changed a form, and to what; strangers are told of nobody', async () => {
  const { owner, member: editor, hub, space } = await createEditorsPlace(server.client);
  const form = await createForm(owner, { hub, space }, { title: 'Camp' });
  await changeForm(editor, form, { title: 'Summer camp' });
  const late = await owner.client.patch<Form>(
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
  expect(expectData(await server.client.get<Form>(`forms/${form.id}/`)).updated_by).toBeNull();
});
