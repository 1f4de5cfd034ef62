import { expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';

test('mails unread notifications and changes of watched items together, one mail a hub, until they are stopped', async () => {
  const own = await startServerWithMailForTest();
  const pool = openPool(own.databaseUrl, 1);
  const owner = await registerUser(own.client, { first_name: 'Olga' });
  const hub = await createHub(owner, { name: 'Nordwind' });
  const space = await createSpace(owner, hub, { default_role: 'editor' });
  const join = async () => {
    const person = await registerUser(own.client);
    await pool.query('insert into membership (hub_id, user_id, role) values ($1, $2, $3)', [
      ...[hub.id, person.user.id, 'member'],
    ]);
    return person;
  };
  const [member, reader] = [await join(), await join()];
  await pool.query('update app_user set is_email_verified = true');
  const by = (person: TestAccount) => person.client.in(hub);
  const item = await createItem(owner, { hub, space }, { title: 'Statutes' });
  const mention = async (person: TestAccount) => {
    const body = `See @[Ada](user:${person.user.id})`;
    expectData(await by(owner).post(`items/${item.id}/comments/`, { body }), 201);
  };
  const age = () =>
    pool.query("update notification set created_at = now() - interval '11 minutes' where mailed_at is null");
  const send = () => pool.query("select graphile_worker.add_job('watch-digest')");
  const subjects = ({ email }: TestAccount) =>
    own.mail.mails
      .filter((one) => one.envelope.to.includes(email) && /mentioned|notifications|changed/.test(one.subject))
      .map(({ subject }) => subject);

  await mention(member);
  await mention(reader);
  expectData(await reader.client.post('notifications/read-all/'));
  await age();
  await send();
  await eventually(async () => expect(subjects(member)).toEqual(['Olga Lovelace mentioned you in Statutes']));
  const mail = own.mail.mails.find((one) => one.subject.includes('mentioned'));
  expect(mail?.text).toContain(`${item.id}-statutes#comment-`);

  // With what they watch it is one mail.
  expectData(await by(member).put(`items/${item.id}/watch/`));
  await pool.query(
    `update item_watch set seen_at = now() - interval '1 hour', mailed_at = now() - interval '1 hour'`,
  );
  await mention(member);
  await pool.query("update comment set created_at = now() - interval '12 minutes'");
  await pool.query("update item set updated_at = now() - interval '12 minutes'");
  await age();
  await send();
  const both = ['Olga Lovelace mentioned you in Statutes', 'Unread notifications in Nordwind'];
  await eventually(async () => expect(subjects(member)).toEqual(both));
  expect(subjects(reader)).toEqual([]);

  const { search } = new URL(/https?:\S+\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  expect((await fetch(`${own.url}/unsubscribe${search}`, { method: 'POST' })).status).toBe(200);
  const settings = expectData(await member.client.get('notifications/settings/'));
  // Also of kinds that were not chosen, as those that are added later.
  expect(settings).toMatchObject({ mentioned: 'app', task: 'app', decided: 'app' });
  await mention(member);
  await mention(reader);
  await age();
  await send();
  await eventually(async () => expect(subjects(reader)).toHaveLength(1));
  expect(subjects(member)).toEqual(both);

  // What is turned on again is mailed.
  const again = expectData(await member.client.patch('notifications/settings/', { mentioned: 'mail' }));
  expect(again).toMatchObject({ mentioned: 'mail', decided: 'app' });
  await mention(member);
  await age();
  await send();
  await eventually(async () => expect(subjects(member)).toHaveLength(3));
  await pool.end();
});

test('mails the decision on a request to join where it stays unread, and who joined to those who want that', async () => {
  const own = await startServerWithMailForTest();
  const pool = openPool(own.databaseUrl, 1);
  const owner = await registerUser(own.client, { first_name: 'Olga' });
  const hub = await createHub(owner, { name: 'Nordwind', visibility: 'shared' });
  const path = `hubs/${hub.domain_handle}/join-requests/` as const;
  const ask = async (decision: 'approve' | 'reject', decided?: 'app') => {
    const person = await registerUser(own.client);
    if (decided) expectData(await person.client.patch('notifications/settings/', { decided }));
    expectData(await person.client.post(path));
    const [request] = expectData(await owner.client.get(path));
    expectData(
      await owner.client.post(
        `${path}${request?.id}/${decision}/`,
        decision === 'approve' ? { role: 'member' } : undefined,
      ),
    );
    return person;
  };
  const [admitted, rejected] = [await ask('approve'), await ask('reject')];
  const unmailed = await ask('approve', 'app');
  const invited = async (first_name: string) => {
    const { link } = expectData(
      await owner.client.post(`hubs/${hub.domain_handle}/invite-links/` as const, {
        role: 'member',
      }),
      201,
    );
    const person = await registerUser(own.client, { first_name });
    expectData(await person.client.post(`invites/${link.split('/').at(-1)}/accept/`));
  };
  await invited('Mira');
  await pool.query('update app_user set is_email_verified = true');
  const send = async () => {
    await pool.query("update notification set created_at = now() - interval '11 minutes'");
    await pool.query("select graphile_worker.add_job('watch-digest')");
  };
  const mailsTo = ({ email }: TestAccount) =>
    own.mail.mails.filter((one) => one.envelope.to.includes(email) && /Nordwind/.test(one.subject));
  await send();
  for (const [person, subject] of [
    [admitted, 'You’re now a member of Nordwind'],
    [rejected, 'Your request to join Nordwind was declined'],
  ] as const)
    await eventually(async () => expect(mailsTo(person).map((one) => one.subject)).toEqual([subject]));
  expect(mailsTo(rejected)[0]?.text).toContain(`${own.url}/notifications`);
  expect(mailsTo(rejected)[0]?.text).not.toContain('Olga');
  expect(mailsTo(owner).filter(({ subject }) => subject.includes('joined'))).toEqual([]);
  expect(mailsTo(unmailed)).toEqual([]);

  expectData(await owner.client.patch('notifications/settings/', { joined: 'mail' }));
  await invited('Noor');
  await send();
  await eventually(async () =>
    expect(mailsTo(owner).map(({ subject }) => subject)).toContain('Noor Lovelace joined Nordwind'),
  );
  await pool.end();
});
