import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createEditorAndPlace>>;
let cast: Cast;
beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

const at = (person: TestAccount) => person.client.in(cast.hub);
const stateOf = async (person: TestAccount, { id }: Item) =>
  expectData(await at(person).get(`items/${id}/watch/`));
const watch = async (person: TestAccount, { id }: Item) =>
  expectData(await at(person).put(`items/${id}/watch/`));
const unread = async (person: TestAccount) =>
  expectData(await at(person).get('space-shortcuts/')).unread.map(({ title }) => title);
const change = async (person: TestAccount, { id }: Item) =>
  expectData(await at(person).patch(`items/${id}/`, { content: `Written by ${person.user.id}.` }));

describe('a watched item', () => {
  test('is unread after others changed it, until it is seen', async () => {
    const item = await createItem(cast.owner, cast, { title: 'Statutes' });
    expect(await stateOf(cast.member, item)).toEqual({ watching: false, unread: false });
    expect(await watch(cast.member, item)).toEqual({ watching: true, unread: false });
    await change(cast.member, item);
    expect(await unread(cast.member)).toEqual([]);
    await change(cast.owner, item);
    expect(await stateOf(cast.member, item)).toEqual({ watching: true, unread: true });
    expect(await unread(cast.member)).toEqual(['Statutes']);
    expectData(await at(cast.member).post(`items/${item.id}/watch/seen/`));
    expect(await unread(cast.member)).toEqual([]);
    expectData(await at(cast.owner).post(`items/${item.id}/comments/`, { body: 'See §2.' }));
    expect(await unread(cast.member)).toEqual(['Statutes']);
    const [listed] = expectData(await at(cast.member).get('watched-items/'));
    expect(listed).toMatchObject({ id: item.id, unread: true });
    expectData(await at(cast.member).delete(`items/${item.id}/watch/`));
    expect(await unread(cast.member)).toEqual([]);
  });

  test('is not listed for who may not see it any more, nor unread by comments that visitors don’t read', async () => {
    const item = await createItem(cast.owner, cast, { title: 'Budget' });
    await watch(cast.other, item);
    await change(cast.owner, item);
    expectData(await at(cast.owner).patch(`items/${item.id}/`, { visibility: 'private' }));
    expect(await unread(cast.other)).toEqual([]);
    expect(expectData(await at(cast.other).get('watched-items/'))).toEqual([]);
    expectRefusal(await at(cast.other).get(`items/${item.id}/watch/`), 404);

    const open = await createItem(cast.owner, cast, { title: 'Open', visibility: 'public' });
    await watch(cast.stranger, open);
    expectData(await at(cast.owner).post(`items/${open.id}/comments/`, { body: 'Between us.' }));
    expect(await stateOf(cast.stranger, open)).toEqual({ watching: true, unread: false });
  });
});

test('mails watchers what others changed once it is quiet, one mail a hub, until they unsubscribe', async () => {
  const own = await startServerWithMailForTest();
  const pool = openPool(own.databaseUrl, 1);
  const owner = await registerUser(own.client, { first_name: 'Olga' });
  const hub = await createHub(owner, { name: 'Nordwind' });
  const space = await createSpace(owner, hub, { default_role: 'editor' });
  const join = async () => {
    const person = await registerUser(own.client);
    const row = [hub.id, person.user.id, 'member'];
    await pool.query('insert into membership (hub_id, user_id, role) values ($1, $2, $3)', row);
    return person;
  };
  const [member, other, unproved] = [await join(), await join(), await join()];
  await pool.query('update app_user set is_email_verified = true where id <> $1', [unproved.user.id]);
  const place = { hub, space };
  const first = await createItem(owner, place, { title: 'Statutes' });
  const second = await createItem(owner, place, { title: 'Minutes' });
  const by = (person: TestAccount) => person.client.in(hub);
  for (const person of [owner, member, other, unproved]) {
    expectData(await by(person).put(`items/${first.id}/watch/`));
    expectData(await by(person).put(`items/${second.id}/watch/`));
  }
  await pool.query(
    `update item_watch set seen_at = now() - interval '1 hour', mailed_at = now() - interval '1 hour'`,
  );
  expectData(await by(owner).patch(`items/${second.id}/`, { content: 'Still being written.' }));
  expectData(await by(owner).patch(`items/${first.id}/`, { content: 'New.' }));
  await pool.query(`update item set updated_at = now() - interval '11 minutes' where id = $1`, [first.id]);
  // One of them lost access to what was changed.
  expectData(await by(owner).patch(`spaces/${space.slug}/`, { visibility: 'private' }));
  for (const { user } of [member, unproved]) {
    const added = { user_id: user.id, role: 'viewer' };
    expectData(await by(owner).post(`spaces/${space.slug}/members/`, added));
  }
  const mailsTo = ({ email }: TestAccount) =>
    own.mail.mails.filter((one) => one.envelope.to.includes(email) && one.subject.includes('changed'));
  const send = () => pool.query("select graphile_worker.add_job('watch-digest')");

  await send();
  const subjects = (person: TestAccount) => mailsTo(person).map(({ subject }) => subject);
  await eventually(async () => expect(subjects(member)).toEqual(['Statutes was changed']));
  const [mail] = mailsTo(member);
  expect(mail?.text).toContain(first.id);
  for (const person of [owner, other, unproved]) expect(subjects(person)).toEqual([]);

  const { search } = new URL(/https?:\S+\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const oneClick = mail?.headers.find(({ key }) => key === 'list-unsubscribe');
  expect(oneClick?.value).toContain(search);
  const page = `${own.url}/unsubscribe${search}`;
  const wants = async () => expectData(await member.client.get('watch-mails/')).mail;
  expect(await (await fetch(page)).text()).toContain('Stop these mails');
  expect(await wants()).toBe(true);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(`${own.url}/unsubscribe?token=x`, { method: 'POST', body })).status).toBe(404);
  expect(await wants()).toBe(true);
  expect((await fetch(page, { method: 'POST', body })).status).toBe(200);
  expect(await wants()).toBe(false);
  expectData(await member.client.patch('watch-mails/', { mail: true }));
  expect(await wants()).toBe(true);

  // Who writes on and on is no reason to wait permanently.
  const long = "created_at = now() - interval '121 minutes'";
  await pool.query(`update document_version set ${long} where item_id = $1`, [second.id]);
  await pool.query(
    `update item_watch set seen_at = now() - interval '4 hours', mailed_at = now() - interval '4 hours'`,
  );
  await pool.query('update item set updated_at = now() where id = any($1)', [[first.id, second.id]]);
  await send();
  await eventually(async () =>
    expect(subjects(member)).toEqual(['Statutes was changed', 'Minutes was changed']),
  );
  await pool.end();
});
