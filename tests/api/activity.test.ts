import { describe, expect, it } from 'vitest';
import type { Activity } from '#lib/contract/activity.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Hub = { domain_handle: string };
const lately = async (person: TestAccount, hub: Hub, query: Record<string, string | number> = {}) =>
  expectData(await person.client.in(hub).get('activity/', { query }));
const describeEntries = (entries: Activity[]) =>
  entries.map(({ act, item, form }) => `${act} ${(item ?? form)?.title}`);

describe('recent activity', () => {
  it('lists what was created, changed and trashed, by whom and where, newest first', async () => {
    const { hub, space, member, other } = await createEditorAndPlace(server.client);
    const place = { hub, space };
    await createItem(member, place, { title: 'One' });
    const two = await createItem(member, place, { title: 'Two' });
    const three = await createItem(member, place, { title: 'Three' });
    await createItem(member, place, { kind: 'folder', title: 'Folder' });
    expectData(await other.client.patch(`items/${two.id}/`, { title: 'Two, again' }));
    expectData(await other.client.delete(`items/${three.id}/`));
    const entries = await lately(member, hub);
    expect(describeEntries(entries)).toEqual([
      'trashed Three',
      'changed Two, again',
      'created Folder',
      'created One',
    ]);
    expect(entries[0]).toMatchObject({
      actor: { id: other.user.id },
      space: { slug: space.slug, name: space.name },
    });
    expect(entries[3]).toMatchObject({ actor: { id: member.user.id } });
    expect(describeEntries(await lately(member, hub, { contents: 'true' }))).toEqual([
      'changed Two, again',
      'created One',
    ]);
  });

  it('pages without gaps, each page full', async () => {
    const { owner, hub, space } = await createPlace(server.client);
    for (let at = 0; at < 25; at += 1) await createItem(owner, { hub, space }, { title: `${at}` });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const response = await owner.client.in(hub).get('activity/', { query: { page_size: 10, after } });
      const entries = expectData(response);
      seen.push(...entries.map(({ item }) => item?.title ?? ''));
      const next = 'next' in response.body ? response.body.next : null;
      if (next) expect(entries).toHaveLength(10);
      after = typeof next === 'string' ? next : undefined;
    } while (after);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => `${24 - at}`));
    for (const wrong of ['x', '2026_1', '_', `${'9'.repeat(190)}`])
      expect(await lately(owner, hub, { after: wrong })).toEqual([]);
  });

  it('omits what the reader may not see, and still fills its pages', async () => {
    const { hub, owner, admin, member, guest, stranger } = await createMembers(server.client);
    const open = await createSpace(owner, hub, { name: 'Open', visibility: 'shared' });
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    for (let at = 0; at < 5; at += 1) await createItem(owner, { hub, space: open }, { title: `Seen ${at}` });
    for (let at = 0; at < 20; at += 1)
      await createItem(member, { hub, space: closed }, { title: `Hidden ${at}` });
    const secret = await createItem(owner, { hub, space: open }, { title: 'Secret', visibility: 'private' });
    for (const reader of [admin, owner]) {
      expect(JSON.stringify(await lately(reader, hub, { page_size: 5 }))).not.toMatch(/Hidden|Closed/);
      expect(await lately(reader, hub, { page_size: 5 })).toHaveLength(5);
    }
    expect(describeEntries(await lately(admin, hub))).not.toContain('created Secret');
    expect(describeEntries(await lately(owner, hub))).toContain('created Secret');
    expect(await lately(guest, hub)).toEqual([]);
    expectRefusal(await stranger.client.in(hub).get('activity/'), 404);
    expectRefusal(await server.client.in(hub).get('activity/'), 401);
    // Entries about trashed items are visible to users who may restore them.
    expectData(await owner.client.delete(`items/${secret.id}/`));
    expect(describeEntries(await lately(admin, hub))).not.toContain('trashed Secret');
    const seen = await lately(owner, hub, { page_size: 100 });
    expectData(
      await owner.client.delete(`items/${seen.find(({ item }) => item?.title === 'Seen 0')?.item?.id}/`),
    );
    expect(describeEntries(await lately(admin, hub))).toContain('trashed Seen 0');
    expect(describeEntries(await lately(member, hub)).join()).not.toContain('Seen 0');
  });

  it('is unavailable to suspended and removed members, for hidden spaces and from another hub', async () => {
    const { hub, space, member, owner } = await createEditorAndPlace(server.client);
    const item = await createItem(owner, { hub, space }, { title: 'Shown' });
    expect(describeEntries(await lately(member, hub))).toEqual(['created Shown']);
    expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'private' }));
    expect(await lately(member, hub)).toEqual([]);
    const elsewhere = await createPlace(server.client);
    await createItem(elsewhere.owner, elsewhere, { title: 'Elsewhere' });
    expect(describeEntries(await lately(owner, hub))).toEqual(['changed Shown']);
    await server.sql('update membership set suspended_at = now() where user_id = $1', [member.user.id]);
    expectRefusal(await member.client.in(hub).get('activity/'), 404);
  });

  it('omits the space of an item shared from a space that the reader may not see', async () => {
    const { hub, member, other } = await createMembers(server.client);
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    const paper = await createItem(member, { hub, space: closed }, { title: 'Paper' });
    const people = [{ user_id: other.user.id, role: 'viewer' }];
    expectData(await member.client.put(`items/${paper.id}/access/`, { visibility: 'shared', people }));
    const [entry] = await lately(other, hub);
    expect(entry?.item?.title).toBe('Paper');
    expect(entry?.space).toBeNull();
    expect(JSON.stringify(entry)).not.toContain('Closed');
  });
});
