import { expect, test } from 'vitest';
import type { DocumentTemplate, DocumentTemplateText } from '#lib/contract/document-template.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
const SHIPPED = 8;

test('lists the app’s templates, each with a preview, and the hub’s own to its members alone', async () => {
  const { hub, member, other, guest, stranger } = await createMembers(server.client);
  const path = `hubs/${hub.domain_handle}/templates/`;
  const content = '# Weekly\n\n- [ ] <script>alert(1)</script>';
  const own = expectData(
    await member.client.post<DocumentTemplate>(path, {
      title: 'Weekly',
      description: 'Each Monday.',
      content,
    }),
    201,
  );
  const listed = expectData(await other.client.get<DocumentTemplate[]>(path));
  expect(listed.map(({ title }) => title)).toEqual([
    'Weekly',
    '1:1',
    'Decision',
    'How-to',
    'Incident report',
    'Meeting notes',
    'Onboarding',
    'Project plan',
    'Retrospective',
  ]);
  expect(listed[0]).toMatchObject({ description: 'Each Monday.', allowed: [] });
  const shipped = listed.filter(({ created_by }) => created_by === null);
  expect(shipped).toHaveLength(SHIPPED);
  for (const { id } of shipped) {
    const text = expectData(await other.client.get<DocumentTemplateText>(`${path}${id}/`));
    expect(text.html).toContain('<h2');
    expect(text.content).toContain('## ');
  }
  const text = expectData(await other.client.get<DocumentTemplateText>(`${path}${own.id}/`));
  expect(text.content).toBe(content);
  expect(text.html).not.toContain('<script>');
  expect(expectData(await guest.client.get<DocumentTemplate[]>(path))).toHaveLength(SHIPPED);
  expectRefusal(await guest.client.get(`${path}${own.id}/`), 403);
  expectRefusal(await stranger.client.get(path), 404);
});

test('lets its creator and the hub’s admins change and delete a template, and nobody else', async () => {
  const { hub, admin, member, other, stranger } = await createMembers(server.client);
  const path = `hubs/${hub.domain_handle}/templates/`;
  const make = async () =>
    expectData(await member.client.post<DocumentTemplate>(path, { title: 'Ours', content: 'Text' }), 201);
  const own = await make();
  expect(own.allowed).toEqual(['change', 'delete']);
  expectRefusal(await other.client.patch(`${path}${own.id}/`, { title: 'Theirs' }), 403);
  expectRefusal(await other.client.delete(`${path}${own.id}/`), 403);
  expectRefusal(await stranger.client.delete(`${path}${own.id}/`), 404);
  const changed = expectData(await admin.client.patch(`${path}${own.id}/`, { title: 'Renamed' }));
  expect(changed).toMatchObject({ title: 'Renamed', created_by: { id: member.user.id } });
  expectData(await member.client.delete(`${path}${own.id}/`));
  expectRefusal(await member.client.get(`${path}${own.id}/`), 404);
  expectRefusal(await member.client.delete(`${path}decision/`), 404);
  expectRefusal(await member.client.post(path, { title: 'Empty', content: '' }), 422);
});
