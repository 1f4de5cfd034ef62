import { expect, test } from 'vitest';
import type { FormEditors } from '#lib/contract/form-editors.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { changeForm, createForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

test('lists the other editors of a form, publishes changes to every process, and removes those who left', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const form = await createForm(member, { hub, space });
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  try {
    const socket = await openSocket(second.url, other, hub);
    const path = `forms/${form.id}/editing/`;
    const receives = (event: { about: string; id: string }) =>
      eventually(async () => expect(socket.received).toContainEqual(event), 5_000);
    expect(expectData(await member.client.post<FormEditors>(path))).toEqual({ others: [] });
    await receives({ about: 'editors', id: form.id });

    const { others } = expectData(await other.client.post<FormEditors>(path));
    expect(others).toEqual([{ id: member.user.id, name: expect.any(String) }]);
    // Both arrivals were published; a repeated announcement by a present editor is not.
    const comings = () => socket.received.filter(({ about }) => about === 'editors').length;
    await eventually(async () => expect(comings()).toBe(2), 5_000);
    expectData(await member.client.post<FormEditors>(path));
    await changeForm(member, form, { title: 'Another title' });
    await receives({ about: 'form', id: form.id });
    expect(comings()).toBe(2);

    expectData(await member.client.delete(path));
    expect(expectData(await other.client.post<FormEditors>(path)).others).toEqual([]);
    socket.close();
  } finally {
    await second.stop();
  }
});

test('hides the editors of a form from those who may not change it, and removes those who lost the right', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const form = await createForm(member, { hub, space });
  const path = `forms/${form.id}/editing/`;
  expectData(await other.client.post<FormEditors>(path));
  expect(expectData(await member.client.post<FormEditors>(path)).others).toHaveLength(1);
  expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${other.user.id}/`));
  expect(expectData(await member.client.post<FormEditors>(path)).others).toEqual([]);
  expectRefusal(await other.client.post(path), 404);
  expectRefusal(await server.client.post(path), 401);
});
