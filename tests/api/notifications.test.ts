import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { deleteOldNotifications } from '#server/hubs/notifications/notification.repo.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createEditorAndPlace>>;
let cast: Cast;
beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

/** A member of the hub who was not notified of anything yet. */
const newMember = () => addMember(server.client, cast.owner, cast.hub);
const at = (person: TestAccount) => person.client.in(cast.hub);
const mention = ({ user }: TestAccount) => `@[Ada Lovelace](user:${user.id})`;
const notificationsOf = async (person: TestAccount, query: Record<string, string> = {}) =>
  expectData(await person.client.get('notifications/', { query }));
const unreadOf = async (person: TestAccount) =>
  expectData(await person.client.get('notifications/unread-count/')).count;
const write = async (person: TestAccount, { id }: Item, content: string) =>
  expectData(await at(person).patch(`items/${id}/`, { content }));
const comment = async (person: TestAccount, { id }: Item, body: string) =>
  expectData(await at(person).post(`items/${id}/comments/`, { body }), 201);
const reply = async (person: TestAccount, { id }: { id: string }, body: string) =>
  expectData(await at(person).post(`comments/${id}/replies/`, { body }), 201);
const eventsOf = async (person: TestAccount) => (await notificationsOf(person)).map(({ event }) => event);

/** Has mentions in documents settle now. */
async function settle(): Promise<void> {
  await server.sql(`select graphile_worker.add_job('notify-mentioned', json_build_object('item', item_id),
    job_key => 'notify-mentioned ' || item_id) from mention_change`);
  await eventually(async () => expect(await server.sql('select from mention_change')).toEqual([]));
}

describe('a mention in a document', () => {
  test('notifies once it has settled, with the text around it and its place', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast, { title: 'Statutes', content: '# Rules\n\nAll pay.' });
    await write(cast.owner, item, `# Rules\n\nAll pay. ${mention(member)} collects it.`);
    expect(await notificationsOf(member)).toEqual([]);
    await settle();
    const [notice, ...others] = await notificationsOf(member);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      event: 'mentioned',
      actor: { id: cast.owner.user.id, name: 'Olga Lovelace' },
      thing: {
        kind: 'item',
        id: item.id,
        title: 'Statutes',
        hub: { domain_handle: cast.hub.domain_handle },
      },
      text: 'All pay. @Ada Lovelace collects it.',
      count: 1,
      read_at: null,
    });
    const path = `/${cast.hub.domain_handle}/${cast.space.slug}/${item.id}-statutes`;
    expect(notice?.url).toBe(`${path}#text=${encodeURIComponent('All pay. @Ada Lovelace collects it.')}`);
    expect(await unreadOf(member)).toBe(1);
    const id = notice?.id ?? '';
    expect(
      expectData(await member.client.patch(`notifications/${id}/`, { read: true })).read_at,
    ).not.toBeNull();
    expect(await unreadOf(member)).toBe(0);
    expect(await notificationsOf(member, { unread: 'true' })).toEqual([]);
    expect(await notificationsOf(member)).toHaveLength(1);
    expectData(await member.client.patch(`notifications/${id}/`, { read: false }));
    expectData(await member.client.post('notifications/read-all/'));
    expect(await unreadOf(member)).toBe(0);
    expectRefusal(await cast.other.client.patch(`notifications/${id}/`, { read: true }), 404);
  });

  test('notifies nobody when it is removed before it settles, was moved, or was there before', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast, { content: 'Nothing.' });
    await write(cast.owner, item, `Nothing. ${mention(member)}`);
    await write(cast.owner, item, 'Nothing.');
    await settle();
    expect(await notificationsOf(member)).toEqual([]);
    await write(cast.owner, item, `One. ${mention(member)}\n\nTwo.`);
    await settle();
    expect(await notificationsOf(member)).toHaveLength(1);
    expectData(await member.client.post('notifications/read-all/'));
    await write(cast.owner, item, 'One.\n\nTwo.');
    await write(cast.owner, item, `One.\n\nTwo, and three. ${mention(member)}`);
    await settle();
    await write(cast.owner, item, `Another one.\n\nTwo, and more. ${mention(member)}`);
    await settle();
    expect(await notificationsOf(member)).toHaveLength(1);
    await write(cast.owner, item, `Another one.\n\nTwo. ${mention(member)}\n\nThree. ${mention(member)}`);
    await settle();
    expect((await notificationsOf(member)).map(({ text }) => text)).toEqual([
      'Three. @Ada Lovelace',
      'One. @Ada Lovelace',
    ]);
  });

  test('is one notification however often it is there, and one for each unread document', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast);
    await write(
      cast.owner,
      item,
      Array.from({ length: 50 }, (_, n) => `${n} ${mention(member)}`).join('\n\n'),
    );
    await settle();
    expect(await notificationsOf(member)).toMatchObject([{ count: 50, text: '0 @Ada Lovelace' }]);
    await write(cast.other, item, `${mention(member)}\n\n`.repeat(51));
    await settle();
    expect(await notificationsOf(member)).toMatchObject([{ actor: { id: cast.other.user.id } }]);
  });

  test('notifies nobody of their own mentions, of those in code, of what they may not see, and of a document’s first text', async () => {
    const member = await newMember();
    const content = `For ${mention(member)} and ${mention(cast.stranger)}.`;
    const begun = await createItem(cast.owner, cast, { content });
    const own = await createItem(cast.owner, cast);
    await write(member, own, content);
    await write(
      cast.owner,
      own,
      `${content}\n\n\`\`\`\n${mention(member)}\n\`\`\`\n\n\`${mention(member)}\``,
    );
    const hidden = await createItem(cast.owner, cast, { visibility: 'private' });
    await write(cast.owner, hidden, content);
    const copy = expectData(await at(cast.owner).post(`items/${begun.id}/copy/`), 201);
    await write(cast.owner, copy, `${content} And more.`);
    await settle();
    expect(await notificationsOf(member)).toEqual([]);
    expect(await notificationsOf(cast.stranger)).toEqual([]);
  });

  test('notifies nobody of a restored version, which cancels pending notifications', async () => {
    const [member, second] = [await newMember(), await newMember()];
    const item = await createItem(cast.owner, cast);
    await write(cast.owner, item, `Old. ${mention(member)}`);
    await settle();
    expectData(await member.client.post('notifications/read-all/'));
    await write(cast.other, item, 'New.');
    await settle();
    await write(cast.other, item, `New. ${mention(second)}`);
    const versions = expectData(await at(cast.owner).get(`items/${item.id}/versions/`));
    const oldest = Math.min(...versions.map(({ number }) => number));
    const isOld = async (n: number) =>
      expectData(await at(cast.owner).get(`items/${item.id}/versions/${String(n)}/`)).markdown.startsWith(
        'Old.',
      );
    const old = (await isOld(oldest)) ? oldest : oldest + 1;
    expectData(await at(cast.owner).post(`items/${item.id}/versions/${old}/restore/`));
    await settle();
    expect(await unreadOf(member)).toBe(0);
    expect(await unreadOf(second)).toBe(0);
  });

  test('notifies in the name of the member who typed it in a document that is written together', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast, { content: 'Together.' });
    const socket = await openSocket(server.url, member, cast.hub);
    const page = await openDocumentPage(server.url, cast.other.token, item.id);
    page.write(`Together. ${mention(member)}`);
    await page.allStored();
    await socket.receives(member.user.id);
    expect(socket.received).toContainEqual({ about: 'notifications', id: member.user.id });
    expect(await notificationsOf(member)).toMatchObject([{ actor: { id: cast.other.user.id } }]);
    page.close();
    socket.close();
  }, 40_000);
});

describe('a task in a document', () => {
  test('notifies with its day and place, once, also where it is marked as done and opened again', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast, { title: 'Regatta', content: '- [ ] Sweep' });
    const task = `Order *paper* ${mention(member)} @[Dec 2](date:2026-12-02)`;
    await write(cast.owner, item, `- [ ] Sweep\n- [ ] ${task}\n- [x] Done ${mention(member)}`);
    await settle();
    const [notice, ...others] = await notificationsOf(member);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ event: 'task', text: 'Order paper', due: '2026-12-02', count: 1 });
    expect(notice?.url).toContain('#task=1&text=Order%20paper');
    expectData(await member.client.post('notifications/read-all/'));
    for (const done of [true, false])
      expectData(await at(cast.owner).patch(`items/${item.id}/tasks/1/`, { source: task, done }));
    await settle();
    expect(await notificationsOf(member)).toHaveLength(1);
  });
});

describe('a comment', () => {
  test('notifies those whom it mentions, those in its thread, and the creator of the item, each once', async () => {
    const [creator, first, second] = [await newMember(), await newMember(), await newMember()];
    const item = await createItem(creator, cast, { title: 'Budget' });
    const thread = await comment(first, item, `Who pays, ${mention(second)}?`);
    expect(await notificationsOf(second)).toMatchObject([
      { event: 'mentioned', text: 'Who pays, @Ada Lovelace?', thing: { title: 'Budget' } },
    ]);
    expect((await notificationsOf(second))[0]?.url).toContain(`#comment-${thread.id}`);
    expect(await eventsOf(creator)).toEqual(['commented']);
    expect(await eventsOf(first)).toEqual([]);
    await reply(second, thread, `You, ${mention(first)}.`);
    expect(await eventsOf(first)).toEqual(['mentioned']);
    expect(await eventsOf(creator)).toEqual(['commented', 'commented']);
    await reply(creator, thread, 'I do.');
    expect(await eventsOf(first)).toEqual(['replied', 'mentioned']);
    expect(await eventsOf(second)).toEqual(['replied', 'mentioned']);
    // Anybody who watches an item learns of its comments by that.
    expectData(await at(creator).put(`items/${item.id}/watch/`));
    await comment(second, item, 'Another question.');
    expect(await eventsOf(creator)).toEqual(['commented', 'commented']);
  });

  test('that is changed notifies only those whom it mentions newly, with its text as it is now', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const item = await createItem(cast.owner, cast);
    const thread = await comment(cast.other, item, `Hello ${mention(first)}`);
    const body = `Good day ${mention(first)} and ${mention(second)}`;
    expectData(await at(cast.other).patch(`comments/${thread.id}/`, { body }));
    const text = 'Good day @Ada Lovelace and @Ada Lovelace';
    expect(await notificationsOf(first)).toMatchObject([{ event: 'mentioned', text }]);
    expect(await notificationsOf(second)).toMatchObject([{ event: 'mentioned', text }]);
    expectData(await at(cast.other).delete(`comments/${thread.id}/`));
    expect(await notificationsOf(first)).toEqual([]);
    expect(await unreadOf(second)).toBe(0);
  });
});

test('a discussion notifies those whom it mentions, and its replies its author and those who replied', async () => {
  const [author, first, second] = [await newMember(), await newMember(), await newMember()];
  const body = `For ${mention(first)}`;
  const post = expectData(
    await at(author).post(`spaces/${cast.space.slug}/posts/`, { title: 'Where to?', body }),
    201,
  );
  expect(await notificationsOf(first)).toMatchObject([
    { event: 'mentioned', thing: { kind: 'post', id: post.id, title: 'Where to?' } },
  ]);
  expectData(await at(second).post(`posts/${post.id}/replies/`, { body: 'Away.' }), 201);
  expectData(await at(author).post(`posts/${post.id}/replies/`, { body: 'When?' }), 201);
  expect(await eventsOf(author)).toEqual(['replied']);
  expect(await eventsOf(second)).toEqual(['replied']);
  expect(await eventsOf(first)).toEqual(['mentioned']);
  expectData(await at(author).delete(`posts/${post.id}/`));
  expect(await notificationsOf(second)).toEqual([]);
  expectData(await at(author).post(`posts/${post.id}/restore/`));
  expect(await eventsOf(second)).toEqual(['replied']);
});

describe('a notification whose reader lost access', () => {
  test('is neither listed nor counted, and comes back with the right', async () => {
    const member = await newMember();
    const item = await createItem(cast.owner, cast, { title: 'Secret plan' });
    await comment(cast.owner, item, mention(member));
    await write(cast.owner, item, mention(member));
    await settle();
    const isHidden = async () => {
      expect(await notificationsOf(member)).toEqual([]);
      expect(await unreadOf(member)).toBe(0);
    };
    const isShown = async () => expect(await unreadOf(member)).toBe(2);
    await isShown();
    const [notice] = await notificationsOf(member);

    expectData(await at(cast.owner).patch(`items/${item.id}/`, { visibility: 'private' }));
    await isHidden();
    expectRefusal(await member.client.patch(`notifications/${notice?.id}/`, { read: true }), 404);
    expectData(await at(cast.owner).patch(`items/${item.id}/`, { visibility: 'shared' }));
    await isShown();
    expectData(await at(cast.owner).delete(`items/${item.id}/`));
    await isHidden();
    expectData(await at(cast.owner).post(`items/${item.id}/restore/`));
    expectData(await at(cast.owner).post(`items/${item.id}/archive/`));
    await isShown();
  });

  test('is listed below many that may not be read any more', async () => {
    const member = await newMember();
    const [shown, hidden] = [await createItem(cast.owner, cast), await createItem(cast.owner, cast)];
    for (const item of [shown, ...Array.from({ length: 9 }, () => hidden), shown])
      await comment(cast.owner, item, mention(member));
    const pageOf = async (query: Record<string, string>) =>
      (await notificationsOf(member, { page_size: '1', ...query })).map((notice) => notice.thing.id);
    expect(await pageOf({ page: '2' })).toEqual([hidden.id]);
    expectData(await at(cast.owner).patch(`items/${hidden.id}/`, { visibility: 'private' }));
    const [newest] = await notificationsOf(member);
    expect(await pageOf({ after: newest?.id ?? '' })).toEqual([shown.id]);
    expect(await pageOf({ page: '2' })).toEqual([shown.id]);
    expect(await pageOf({ page: '3' })).toEqual([]);
  });

  test('is hidden from suspended and former members, also where everybody may see it', async () => {
    const member = await newMember();
    const hub = await createHub(member);
    const space = await createSpace(member, hub, { default_role: 'commenter' });
    const own = await createItem(member, { hub, space }, { title: 'Mine' });
    const second = await addMember(server.client, member, hub);
    const item = await createItem(cast.owner, cast, { title: 'Open', visibility: 'public' });
    await comment(cast.owner, item, mention(member));
    await write(cast.owner, item, mention(member));
    await settle();
    expectData(await second.client.in(hub).post(`items/${own.id}/comments/`, { body: 'Nice.' }), 201);
    const hubsOf = async () => (await notificationsOf(member)).map((one) => one.thing.hub.domain_handle);
    const both = [hub.domain_handle, cast.hub.domain_handle, cast.hub.domain_handle];
    expect(await hubsOf()).toEqual(both);
    const membership = [cast.hub.id, member.user.id];
    const suspend = (value: string) =>
      server.sql(
        `update membership set suspended_at = ${value} where hub_id = $1 and user_id = $2`,
        membership,
      );
    await suspend('now()');
    expect(await hubsOf()).toEqual([hub.domain_handle]);
    await comment(cast.owner, item, 'Once more.');
    await suspend('null');
    expect(await hubsOf()).toEqual(both);
    await server.sql('delete from membership where hub_id = $1 and user_id = $2', membership);
    expect(await hubsOf()).toEqual([hub.domain_handle]);
    expect(await unreadOf(member)).toBe(1);
  });

  test('has no name of a space that its reader can’t see', async () => {
    const member = await newMember();
    const space = await createSpace(cast.owner, cast.hub, { visibility: 'private' });
    const item = await createItem(cast.owner, { ...cast, space }, { title: 'Lent' });
    const people = [{ user_id: member.user.id, role: 'commenter' as const }];
    expectData(await at(cast.owner).put(`items/${item.id}/access/`, { visibility: 'private', people }));
    await comment(cast.owner, item, mention(member));
    const [notice] = await notificationsOf(member);
    expect(notice?.url).toContain(`/${cast.hub.domain_handle}/~/`);
    expect(JSON.stringify(notice)).not.toContain(space.slug);
  });
});

test('are made only of the kinds that somebody wants', async () => {
  const member = await newMember();
  const settings = expectData(await member.client.get('notifications/settings/'));
  expect(settings).toMatchObject({
    mentioned: 'mail',
    task: 'mail',
    replied: 'app',
    access: 'app',
    decided: 'mail',
  });
  const changed = expectData(await member.client.patch('notifications/settings/', { mentioned: 'off' }));
  expect(changed).toEqual({ ...settings, mentioned: 'off' });
  expectRefusal(await member.client.patch('notifications/settings/', { mentioned: 'loud' }), 422);
  const item = await createItem(member, cast);
  const thread = await comment(cast.owner, item, `${mention(member)}`);
  expect(await notificationsOf(member)).toEqual([]);
  await reply(cast.owner, thread, 'And more.');
  expect(await eventsOf(member)).toEqual(['commented']);
});

test('are listed page by page, and deleted after 90 days', async () => {
  const member = await newMember();
  const item = await createItem(member, cast);
  for (let n = 0; n < 5; n += 1) await comment(cast.owner, item, `Number ${n}`);
  const texts: string[] = [];
  let after: string | undefined;
  do {
    const page = await member.client.get('notifications/', {
      query: { page_size: '2', ...(after ? { after } : {}) },
    });
    texts.push(...expectData(page).map(({ text }) => text));
    after = page.body.next ?? undefined;
  } while (after);
  expect(texts).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1', 'Number 0']);
  expectRefusal(await member.client.get('notifications/', { query: { after: 'x' } }), 422);
  await server.sql(
    `update notification set created_at = now() - interval '91 days' where user_id = $1 and id in
      (select id from notification where user_id = $1 order by id limit 3)`,
    [member.user.id],
  );
  const pool = openPool(server.databaseUrl, 1);
  await deleteOldNotifications(openDatabase(pool), new AbortController().signal);
  await pool.end();
  expect(await notificationsOf(member)).toHaveLength(2);
});

test('notifies of items and spaces that were shared, and of requests for access and their approval', async () => {
  const member = await newMember();
  const item = await createItem(cast.owner, cast, { title: 'Lent' });
  const people = [{ user_id: member.user.id, role: 'editor' as const }];
  expectData(await at(cast.owner).put(`items/${item.id}/access/`, { people }));
  expectData(await at(cast.owner).put(`items/${item.id}/access/`, { people }));
  expect(await notificationsOf(member)).toMatchObject([{ event: 'shared', thing: { title: 'Lent' } }]);
  const space = await createSpace(cast.owner, cast.hub, { name: 'Board', visibility: 'private' });
  expectData(await member.client.post('notifications/read-all/'));
  expectData(await at(member).post(`spaces/${space.slug}/access-requests/`, { role: 'viewer' }));
  const requested = (await notificationsOf(cast.owner)).filter(({ event }) => event === 'access_requested');
  expect(requested).toMatchObject([
    { actor: { id: member.user.id }, thing: { kind: 'space', title: 'Board' } },
  ]);
  expect(requested[0]?.url).toBe(`/${cast.hub.domain_handle}/${space.slug}/people`);
  expect(await unreadOf(member)).toBe(0);
  const [request] = expectData(await at(cast.owner).get(`spaces/${space.slug}/access-requests/`));
  expectData(await at(cast.owner).post(`spaces/${space.slug}/access-requests/${request?.id}/approve/`));
  expect(await eventsOf(member)).toEqual(['access_granted', 'shared']);
  const second = await createSpace(cast.owner, cast.hub, { visibility: 'private' });
  const added = { user_id: member.user.id, role: 'viewer' as const };
  expectData(await at(cast.owner).post(`spaces/${second.slug}/members/`, added));
  expect(await eventsOf(member)).toEqual(['shared', 'access_granted', 'shared']);
});
