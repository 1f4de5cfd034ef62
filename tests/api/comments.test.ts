import { describe, expect, test } from 'vitest';
import type { Comment } from '#lib/contract/comment.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

async function createDocument() {
  const place = await createEditorAndPlace(server.client);
  const item = await createItem(place.member, place, { content: 'The boat leaves at six.' });
  return { ...place, item };
}

const write = async (by: TestAccount, { id }: { id: string }, body: string, anchor?: unknown) =>
  expectData(await by.client.post(`items/${id}/comments/`, { body, ...(anchor ? { anchor } : {}) }), 201);
const reply = async (by: TestAccount, { id }: Comment, body: string) =>
  expectData(await by.client.post(`comments/${id}/replies/`, { body }), 201);
const read = async (by: TestAccount, { id }: { id: string }, query = '') =>
  expectData(await by.client.get(`items/${id}/comments/${query}`));

describe('comments on an item', () => {
  test('are written, replied to, changed, resolved, reopened, reacted to and listed newest first', async () => {
    const { item, member, other } = await createDocument();
    const first = await write(member, item, 'When **exactly**?');
    expect(first).toMatchObject({
      body: 'When **exactly**?',
      html: '<p>When <strong>exactly</strong>?</p>\n',
      anchor: null,
      author: { id: member.user.id },
      edited_at: null,
      resolved_at: null,
      replies: [],
      reactions: {},
    });
    const second = await write(other, item, 'And where?');
    const replied = await reply(other, first, 'At six.');
    expect(replied).toMatchObject({ parent_id: first.id, item_id: item.id });
    // A reply to a reply goes to its thread.
    expect(await reply(member, replied, 'Thanks.')).toMatchObject({ parent_id: first.id });
    const changed = expectData(
      await other.client.patch(`comments/${replied.id}/`, { body: 'At six sharp.' }),
    );
    expect(changed.edited_at).not.toBeNull();
    const resolved = expectData(await other.client.post(`comments/${first.id}/resolve/`));
    expect(resolved).toMatchObject({ resolved_by: { id: other.user.id } });
    expect((await read(member, item, '?state=open')).map(({ id }) => id)).toEqual([second.id]);
    expect((await read(member, item, '?state=resolved')).map(({ id }) => id)).toEqual([first.id]);
    expectData(await member.client.post(`comments/${first.id}/reopen/`));
    expectData(await member.client.put(`comments/${first.id}/reactions/${encodeURIComponent('👍')}/`));
    expectData(await other.client.put(`comments/${first.id}/reactions/${encodeURIComponent('👍')}/`));
    const threads = await read(member, item);
    expect(threads.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(threads[1]).toMatchObject({
      resolved_at: null,
      resolved_by: null,
      reply_count: 2,
      replies: [{ body: 'At six sharp.' }, { body: 'Thanks.' }],
      reactions: { '👍': { count: 2, mine: true } },
    });
    const without = await member.client.delete(`comments/${first.id}/reactions/${encodeURIComponent('👍')}/`);
    expect(expectData(without).reactions).toMatchObject({ '👍': { count: 1, mine: false } });
  });

  test('are paged by the cursor, and a thread shows its latest replies', async () => {
    const { item, member } = await createDocument();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await write(member, item, `Comment ${n}`)).id);
    const first = await member.client.get(`items/${item.id}/comments/?page_size=3`);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const next = await read(member, item, `?page_size=3&after=${first.body.next}`);
    expect(next.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await read(member, item, '?after=nonsense')).toEqual([]);
    const [thread] = first.data;
    if (!thread) throw new Error('there is a thread');
    for (let n = 0; n < 23; n += 1) await reply(member, thread, `Reply ${n}`);
    const [whole] = await read(member, item);
    expect(whole).toMatchObject({ reply_count: 23 });
    expect(whole?.replies.map(({ body }) => body)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Reply ${n + 3}`),
    );
    const all = expectData(await member.client.get(`comments/${thread.id}/replies/?page_size=100`));
    expect(all).toHaveLength(23);
    const replies = async (query: string) =>
      expectData(await member.client.get(`comments/${thread.id}/replies/?${query}`)).map(({ body }) => body);
    expect(await replies(`before=${all[3]?.id}&page_size=2`)).toEqual(['Reply 2', 'Reply 1']);
    expect(await replies(`before=${all[0]?.id}`)).toEqual([]);
    expect(await replies('before=nonsense')).toEqual([]);
  });

  test('keep the replies of a deleted comment until the last of them is deleted', async () => {
    const { item, member, other } = await createDocument();
    const thread = await write(member, item, 'To be deleted');
    const replied = await reply(other, thread, 'Stays');
    expectData(await member.client.delete(`comments/${thread.id}/`));
    const [left] = await read(other, item);
    expect(left).toMatchObject({ id: thread.id, body: '', html: '', replies: [{ body: 'Stays' }] });
    expect(left?.deleted_at).not.toBeNull();
    expectRefusal(await member.client.patch(`comments/${thread.id}/`, { body: 'Back' }), 404);
    expectRefusal(await member.client.put(`comments/${thread.id}/reactions/👍/`), 404);
    expectData(await other.client.delete(`comments/${replied.id}/`));
    expect(await read(other, item)).toEqual([]);
    expectRefusal(await other.client.delete(`comments/${replied.id}/`), 404);
  });

  test('refuse bad input under its field', async () => {
    const { item, member } = await createDocument();
    const path = `items/${item.id}/comments/`;
    for (const [field, body] of [
      ['body', {}],
      ['body', { body: '  ' }],
      ['body', { body: 'a'.repeat(8_001) }],
      ['text', { body: 'a', text: 'b' }],
      ['anchor.type', { body: 'a', anchor: { type: 'page', page: 1 } }],
      ['anchor.quote', { body: 'a', anchor: { type: 'text' } }],
      ['anchor', { body: 'a', anchor: { type: 'time', at_seconds: 3 } }],
      ['anchor.at_seconds', { body: 'a', anchor: { type: 'time', at_seconds: -1 } }],
      ['anchor.row_id', { body: 'a', anchor: { type: 'row', row_id: 'none' } }],
    ] as const) {
      const response = await member.client.post(path, body);
      expectRefusal(response, 422);
      expect(Object.keys(response.body.fields ?? {}), JSON.stringify(body)).toEqual([field]);
    }
    const { id } = await write(member, item, 'a');
    for (const emoji of ['x', '👍👍', '<b>', encodeURIComponent('👍'.repeat(30))])
      expectRefusal(await member.client.put(`comments/${id}/reactions/${encodeURIComponent(emoji)}/`), 422);
    const flag = encodeURIComponent('🏳️‍🌈');
    expectData(await member.client.put(`comments/${id}/reactions/${flag}/`));
    const replied = await reply(member, await write(member, item, 'b'), 'c');
    expectRefusal(await member.client.post(`comments/${replied.id}/resolve/`), 409, 'not_a_thread');
    expectRefusal(await member.client.get('comments/nonsense/'), 404);
  });

  test('are about a row of a table, and only of that table', async () => {
    const place = await createEditorAndPlace(server.client);
    const { member } = place;
    const makeTable = async () => {
      const table = await createItem(member, place, {
        kind: 'table',
        content: { columns: [{ label: 'Name', type: 'text', required: false }] },
      });
      const rows = expectData(
        await member.client.post(`items/${table.id}/rows/`, {
          rows: [{ values: { name: 'Lamp' } }],
        }),
      );
      const found = JSON.stringify(rows).match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? '';
      return { table, row: found };
    };
    const [one, other] = [await makeTable(), await makeTable()];
    const anchor = { type: 'row', row_id: one.row };
    const made = await write(member, one.table, 'Broken', anchor);
    expect(made.anchor).toEqual(anchor);
    await write(member, one.table, 'About all of it');
    expect((await read(member, one.table, `?row=${one.row}`)).map(({ id }) => id)).toEqual([made.id]);
    const wrong = await member.client.post(`items/${other.table.id}/comments/`, { body: 'a', anchor });
    expectRefusal(wrong, 422);
  });

  test('mention people who can see the item by their own name, and nobody else', async () => {
    const { item, hub, member, owner, guest, stranger } = await createDocument();
    const people = expectData(await member.client.get(`items/${item.id}/mentionable/?q=olg`));
    expect(people).toEqual([{ id: owner.user.id, name: expect.stringContaining('Olga'), avatar_url: null }]);
    const made = await write(member, item, `Ask @[Somebody Else](user:${owner.user.id})`);
    expect(made.html).toBe(`<p>Ask <span data-mention="${owner.user.id}">@${people[0]?.name}</span></p>\n`);
    expect(made.body).toContain('Somebody Else');
    for (const { user } of [guest, stranger]) {
      const response = await member.client.post(`items/${item.id}/comments/`, {
        body: `Hello @[You](user:${user.id})`,
      });
      expectRefusal(response, 422, 'mention_without_access');
    }
    // In code it is no mention.
    expect((await write(member, item, `\`@[You](user:${stranger.user.id})\``)).html).toContain('<code>');
    const secret = await createItem(
      member,
      { hub, space: { slug: item.space_slug } },
      {
        visibility: 'private',
      },
    );
    const response = await member.client.post(`items/${secret.id}/comments/`, {
      body: `@[Olga](user:${owner.user.id})`,
    });
    expectRefusal(response, 422, 'mention_without_access');
  });

  test('show no script, wherever it stands', async () => {
    const { item, member } = await createDocument();
    const script = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const texts = [
      script,
      `[a](javascript:alert(1)) [b](data:text/html,x) ![c](javascript:alert(1))`,
      `@[${script}](user:${member.user.id})`,
      `@[x](user:${member.user.id}"onclick="alert(1))`,
      `\`\`\`\n${script}\n\`\`\``,
    ];
    expectData(await member.client.patch('auth/me/', { first_name: '<b onclick=x>Mo', last_name: '</b>' }));
    for (const text of texts) {
      const { html } = await write(member, item, text, { type: 'text', quote: script, prefix: script });
      expect(html).not.toMatch(/<(script|img|b)[\s>]|href="(javascript|data)|<[^>]*\son\w+=/i);
    }
  });
});

describe('rights to comments', () => {
  test('no comment is reached through another item, a trashed item or a removed right', async () => {
    const { item, hub, space, member, other, stranger } = await createDocument();
    const thread = await write(member, item, 'Ours');
    expectRefusal(await stranger.client.get(`comments/${thread.id}/`), 404);
    expectRefusal(await stranger.client.post(`comments/${thread.id}/replies/`, { body: 'a' }), 404);
    expectRefusal(await other.client.patch(`comments/${thread.id}/`, { body: 'a' }), 403);
    const trashed = await createItem(member, { hub, space });
    const lost = await write(member, trashed, 'Lost');
    expectData(await member.client.delete(`items/${trashed.id}/`));
    for (const by of [member, other]) {
      expectRefusal(await by.client.get(`items/${trashed.id}/comments/`), 404);
      expectRefusal(await by.client.get(`comments/${lost.id}/`), 404);
      expectRefusal(await by.client.delete(`comments/${lost.id}/`), 404);
    }
    expectData(await member.client.post(`items/${trashed.id}/restore/`, {}));
    expect(await read(other, trashed)).toHaveLength(1);
    // Its creator makes it private: the other one knows nothing of it any more.
    expectData(await member.client.patch(`items/${item.id}/`, { visibility: 'private' }));
    expectRefusal(await other.client.get(`comments/${thread.id}/`), 404);
    expectRefusal(await other.client.get(`items/${item.id}/comments/`), 404);
  });

  test('a link’s holder comments where it lets them, without ids of people; who only views reads none', async () => {
    const { item, member, stranger } = await createDocument();
    await write(member, item, 'From inside');
    const link = await shareByLink(member, item.id, { role: 'commenter' });
    const outside = await linkHolder(server, link, { person: stranger });
    const made = expectData(await outside.post(`items/${item.id}/comments/`, { body: 'From outside' }), 201);
    expect(made.author.id).toBe('');
    const threads = expectData(await outside.get(`items/${item.id}/comments/`));
    expect(threads).toHaveLength(2);
    expect(JSON.stringify(threads)).not.toContain(member.user.id);
    expect(expectData(await outside.get(`items/${item.id}/mentionable/`))).toEqual([]);
    expectRefusal(await (await linkHolder(server, link)).get(`items/${item.id}/comments/`), 401);
    const viewing = await shareByLink(member, item.id, { role: 'viewer' });
    const viewer = await linkHolder(server, viewing, { person: stranger });
    expectRefusal(await viewer.get(`items/${item.id}/comments/`), 403);
  });

  test('an editor deletes somebody else’s comment, which the audit log records', async () => {
    const { item, hub, owner, member } = await createDocument();
    const thread = await write(member, item, 'Rude');
    expectData(await owner.client.delete(`comments/${thread.id}/`));
    const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
    expect(log[0]).toMatchObject({ action: 'comment.deleted', target: { name: item.title } });
  });

  test('nobody comments in an archived space, and everybody still reads', async () => {
    const { item, space, hub, owner, member } = await createDocument();
    const thread = await write(member, item, 'Before');
    expectData(await owner.client.in(hub).post(`spaces/${space.slug}/archive/`));
    expectRefusal(
      await member.client.post(`items/${item.id}/comments/`, { body: 'a' }),
      409,
      'space_archived',
    );
    expectRefusal(await member.client.post(`comments/${thread.id}/resolve/`), 409, 'space_archived');
    expect((await read(member, item))[0]?.allowed).toEqual([]);
  });

  test('comments go with their item when it is deleted', async () => {
    const { item, member } = await createDocument();
    await reply(member, await write(member, item, 'Gone'), 'Gone too');
    expectData(await member.client.delete(`items/${item.id}/`));
    await server.sql('delete from item where id = $1', [item.id]);
    const left = await server.sql('select from comment where item_id = $1', [item.id]);
    expect(left).toHaveLength(0);
  });
});
