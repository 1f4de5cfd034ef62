import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { createItem, FIXTURES } from '#tests/harness/content.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { comparableArchive, exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;

const COMMENTS = 'hubkeep.discussions/comments.jsonl';
const POSTS = 'hubkeep.discussions/posts.jsonl';

async function copyOf(place: Place, bytes: Uint8Array, owner: TestAccount = place.owner) {
  const space = await createSpace(owner, place.hub, { name: 'Copy', default_role: 'commenter' });
  const copy = { ...place, owner, space };
  return { copy, job: await importArchive(copy, { bytes }) };
}

const itemsOf = async ({ owner, hub, space }: Place, query = ''): Promise<Item[]> =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100${query}`));
const threadsOf = async ({ owner }: Place, id = '') =>
  expectData(await owner.client.get(`items/${id}/comments/`));
const postsOf = async ({ owner, hub, space }: Place) =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/posts/`));

/** Those whose addresses are known to be theirs. */
const verify = (...people: TestAccount[]) =>
  server.sql('update app_user set is_email_verified = true where id = any($1)', [
    people.map(({ user }) => user.id),
  ]);

/** A space in which its owner and a member talk: on a document, a row, and in two discussions. */
async function talkedIn() {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const member = await addMember(server.client, owner, hub, 'member');
  await verify(owner, member);
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'commenter' }));
  const here = `/${hub.domain_handle}/${space.slug}`;
  const document = await createItem(owner, place, { title: 'Oars', content: 'They are long.' });
  const table = await createTable(owner, place, [
    { id: 'name', name: 'name', label: 'Name', type: 'text', required: false },
  ]);
  const [row] = await addRows(owner, table, [{ name: 'Lamp' }]);
  const comment = async (by: TestAccount, on: string, sent: object) =>
    expectData(await by.client.post(`items/${on}/comments/`, sent), 201);
  const anchor = { type: 'text', quote: 'long', prefix: 'They are ' };
  const body = `Too long? See [the table](${here}/${table.id}), @[Olga](user:${owner.user.id}).`;
  const thread = await comment(member, document.id, { body, anchor });
  const reply = expectData(await owner.client.post(`comments/${thread.id}/replies/`, { body: 'No.' }), 201);
  expectData(await owner.client.post(`comments/${thread.id}/resolve/`));
  expectData(await member.client.put(`comments/${reply.id}/reactions/${encodeURIComponent('👍')}/`));
  await comment(owner, table.id, { body: 'This row', anchor: { type: 'row', row_id: row?.id } });
  const begin = async (by: TestAccount, sent: object) =>
    expectData(await by.client.in(hub).post(`spaces/${space.slug}/posts/`, sent), 201);
  const first = await begin(member, { title: 'Which day?', body: 'Say.', poll: { options: ['Mon', 'Tue'] } });
  expectData(await owner.client.put(`posts/${first.id}/vote/`, { options: [1] }));
  expectData(await member.client.post(`posts/${first.id}/close-poll/`));
  expectData(await owner.client.post(`posts/${first.id}/replies/`, { body: 'Tuesday.' }), 201);
  const second = await begin(owner, { title: 'Rules', body: 'Be kind.' });
  expectData(await owner.client.patch(`posts/${second.id}/`, { pinned: true, locked: true }));
  return { place, member, document, table, first, second };
}

describe('the comments and discussions of a space', () => {
  it('are in its archive, and the same again after an import by an owner of the hub', async () => {
    const { place, member, document, table } = await talkedIn();
    const bytes = await exportSpace(place.owner, place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.reason).toBeUndefined();
    expect(await comparableArchive(await exportSpace(place.owner, copy))).toEqual(
      await comparableArchive(bytes),
    );
    const items = await itemsOf(copy);
    const idOf = ({ title }: Item) => items.find((item) => item.title === title)?.id;
    const [thread] = await threadsOf(copy, idOf(document));
    expect(thread).toMatchObject({
      author: { id: member.user.id },
      imported: true,
      anchor: { type: 'text', quote: 'long' },
      resolved_by: { id: place.owner.user.id },
      replies: [{ body: 'No.', reactions: { '👍': { count: 1 } } }],
    });
    expect(thread?.body).toContain(`/${copy.space.slug}/${idOf(table)})`);
    expect(thread?.html).toContain(`data-mention="${place.owner.user.id}"`);
    const [onRow] = await threadsOf(copy, idOf(table));
    const rows = expectData(await place.owner.client.get(`items/${idOf(table)}/rows/`));
    expect(onRow?.anchor).toEqual({ type: 'row', row_id: rows[0]?.id });
    const posts = await postsOf(copy);
    expect(posts.map(({ title, reply_count }) => [title, reply_count])).toEqual([
      ['Rules', 0],
      ['Which day?', 1],
    ]);
    expect(posts[0]).toMatchObject({ pinned_at: expect.any(String), locked_at: expect.any(String) });
    const whole = expectData(await place.owner.client.get(`posts/${posts[1]?.id}/`));
    expect(whole.poll).toMatchObject({ voters: 1, closed: true, options: [{ votes: 0 }, { votes: 1 }] });
  });

  it('are not written again by the same import, and unread for nobody', async () => {
    const { place, member, document } = await talkedIn();
    const bytes = await exportSpace(place.owner, place);
    const { copy } = await copyOf(place, bytes);
    const before = await comparableArchive(await exportSpace(place.owner, copy));
    expect(await importArchive(copy, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await comparableArchive(await exportSpace(place.owner, copy))).toEqual(before);
    const there = { ...copy, owner: member };
    expect((await postsOf(there)).map(({ unread }) => unread)).toEqual([false, false]);
    const [post] = await postsOf(there);
    const locked = await member.client.post(`posts/${post?.id}/replies/`, { body: 'x' });
    expect(locked.status).toBe(409);
    const item = (await itemsOf(copy)).find(({ title }) => title === document.title);
    expectData(await member.client.post(`items/${item?.id}/comments/`, { body: 'New here' }), 201);
    expect(await threadsOf(copy, item?.id)).toHaveLength(2);
    await importArchive(copy, { bytes });
    expect(await threadsOf(copy, item?.id)).toHaveLength(2);
  });

  it('keep the names of people in whose names its importer may not write', async () => {
    const { place, member, document } = await talkedIn();
    const bytes = await exportSpace(place.owner, place);
    const importer = await addMember(server.client, place.owner, place.hub, 'member');
    const { copy, job } = await copyOf(place, bytes, importer);
    expect(job.reason).toContain('kept under the names of the archive');
    expect(job.reason).toContain('One reaction');
    const item = (await itemsOf(copy)).find(({ title }) => title === document.title);
    const [thread] = await threadsOf(copy, item?.id);
    expect(thread).toMatchObject({ author: { id: '', name: 'Ada Lovelace' }, imported: true });
    expect(thread?.allowed).not.toContain('change');
    const asMember = { ...copy, owner: member };
    expect((await threadsOf(asMember, item?.id))[0]?.allowed).not.toContain('change');
    expect((await postsOf(copy)).map(({ author }) => author.id)).toEqual(['', '']);
    const { copy: again } = await copyOf(place, await exportSpace(importer, copy), importer);
    const [last] = await postsOf(again);
    expect(last?.author.name).toBe((await postsOf(copy))[0]?.author.name);
  });

  it('have their pictures', async () => {
    const place = await createPlace(server.client);
    const { owner } = place;
    await verify(owner);
    const document = await createItem(owner, place, { title: 'Map', content: 'x' });
    const form = new FormData();
    form.append(
      'file',
      new Blob([new Uint8Array(await readFile(join(FIXTURES, 'files', 'map.png')))]),
      'map.png',
    );
    const picture = expectData(
      await owner.client.post(`items/${document.id}/comment-pictures/`, undefined, { raw: form }),
      201,
    );
    const body = `![map](${picture.path})`;
    expectData(await owner.client.post(`items/${document.id}/comments/`, { body }), 201);
    const { copy, job } = await copyOf(place, await exportSpace(owner, place));
    expect(job.reason).toBeUndefined();
    const [item] = await itemsOf(copy);
    const [thread] = await threadsOf(copy, item?.id);
    const [, path = ''] = /\((.*)\)/.exec(thread?.body ?? '') ?? [];
    expect(path).not.toBe(picture.path);
    const shown = await owner.client.fetch('GET', path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('are in no archive of somebody who may not read them', async () => {
    const { place } = await talkedIn();
    expectData(
      await place.owner.client.in(place.hub).patch(`spaces/${place.space.slug}/`, { visibility: 'public' }),
    );
    const stranger = await createPlace(server.client);
    const files = await readArchive(await exportSpace(stranger.owner, place));
    expect([...files.keys()].some((path) => path.startsWith('hubkeep.discussions/'))).toBe(false);
  });

  it('of a hostile archive end in a report', async () => {
    const place = await createPlace(server.client);
    const id = () => randomUUID();
    const [document, other] = [id(), id()];
    const manifest = {
      format: 'hubkeep-space',
      discussions: 'hubkeep.discussions/',
      files: [{ path: 'a.md', id: document, kind: 'document', title: 'A' }],
    };
    const written = { author: { name: 'Eve' }, created_at: '2999-01-01T00:00:00Z' };
    const script = '<script>alert(1)</script> [x](javascript:alert(1)) \0';
    const thread = id();
    const lines = [
      { id: thread, item: document, body: script, ...written, anchor: { type: 'evil' } },
      { id: id(), item: document, parent: id(), body: 'orphan', ...written },
      { id: id(), item: other, body: 'elsewhere', ...written },
      { id: 'x', item: document, body: 'no id', ...written },
      { id: id(), item: document, body: 7, ...written },
      { id: id(), item: document, body: 'x', author: 'Eve', created_at: 'now' },
      { id: id(), post: id(), body: 'a reply to nothing', ...written },
      {
        ...{ id: id(), item: document, body: 'me', created_at: written.created_at },
        author: { name: '\0', email: '\0' },
      },
      {
        ...{ id: id(), item: document, body: 'r', ...written },
        reactions: [{ emoji: 'no', by: { name: 'x' } }],
      },
    ];
    const posts = [
      { id: id(), title: ' ', body: 'x', ...written },
      {
        id: id(),
        title: '<b>T</b>',
        body: script,
        ...written,
        poll: { multiple: false, voters: 1e9, options: [] },
      },
      { id: id(), title: '<b>T</b>', body: script, ...written, pinned_at: written.created_at },
    ];
    const jsonl = (all: object[]) => `${all.map((line) => JSON.stringify(line)).join('\n')}\nno json\n`;
    const bytes = await archive({
      'a.md': 'text',
      [COMMENTS]: jsonl(lines),
      [POSTS]: jsonl(posts),
      'hubkeep.discussions/pictures/x.webp': 'x',
      'hubkeep.json': JSON.stringify(manifest),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0, done: 1 });
    expect(job.reason).toContain('could not be read');
    const [item] = await itemsOf(place);
    const threads = await threadsOf(place, item?.id);
    expect(threads.map(({ author }) => author.id)).toEqual(['', '', '', '']);
    expect(JSON.stringify(threads.map(({ html }) => html))).not.toMatch(/<script|href=.{0,3}javascript/);
    expect(threads.every(({ created_at }) => Date.parse(created_at) <= Date.now())).toBe(true);
    expect((await postsOf(place)).map(({ title }) => title)).toEqual(['<b>T</b>']);
    const own = await itemsOf(place);
    expect(own).toHaveLength(1);
  });

  it('of an archive with too many lines end in a report', async () => {
    const place = await createPlace(server.client);
    const bytes = await archive({
      'a.md': 'text',
      [COMMENTS]: '{}\n'.repeat(250_000),
      'hubkeep.json': JSON.stringify({
        format: 'hubkeep-space',
        discussions: 'hubkeep.discussions/',
        files: [{ path: 'a.md', id: randomUUID(), kind: 'document', title: 'A' }],
      }),
    });
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
    expect(job.reason).toContain('150000 comments and discussions left out');
  });
});
