import { expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';

test('mails owners about access requests, requesters about approval, and members about a take-over', async () => {
  const server = await startServerWithMailForTest();
  const [owner, member, requester] = await Promise.all([
    registerUser(server.client, { first_name: 'Olga' }),
    registerUser(server.client, { first_name: 'Mira' }),
    registerUser(server.client, { first_name: 'Ravi' }),
  ]);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update app_user set is_email_verified = true');
  const hub = await createHub(owner, { name: 'Nordwind' });
  for (const { user } of [member, requester]) {
    await pool.query("insert into membership (hub_id, user_id, role) values ($1, $2, 'member')", [
      hub.id,
      user.id,
    ]);
  }
  await pool.end();
  const space = await createSpace(member, hub, { name: 'Plans', slug: 'plans', visibility: 'private' });
  const subjects = (to: string) =>
    server.mail.mails.filter((one) => one.envelope.to.includes(to)).map(({ subject }) => subject);

  const asks = 'spaces/plans/access-requests/';
  expectData(await requester.client.in(hub).post(asks, {}));
  await eventually(async () =>
    expect(subjects(member.email)).toContain('Ravi Lovelace asks to be let into Plans'),
  );
  const [request] = expectData(await member.client.in(hub).get<{ id: string }[]>(asks));
  expectData(await member.client.in(hub).post(`${asks}${request?.id}/approve/`));
  await eventually(async () => expect(subjects(requester.email)).toContain('You are in Plans now'));
  expectData(await owner.client.in(hub).post('spaces/plans/take-over/', { password: owner.password }));
  for (const person of [member, requester]) {
    await eventually(async () => expect(subjects(person.email)).toContain('Olga Lovelace took over Plans'));
  }
  expect(subjects(owner.email)).not.toContain('Olga Lovelace took over Plans');
  expect(space.name).toBe('Plans');
});

test('a mail never shows an address in place of a missing name', async () => {
  const server = await startServerWithMailForTest();
  const owner = await registerUser(server.client, { first_name: '', last_name: '', profile: false });
  const member = await registerUser(server.client);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update app_user set is_email_verified = true');
  const hub = await createHub(owner, { name: 'Nordwind' });
  await pool.query("insert into membership (hub_id, user_id, role) values ($1, $2, 'member')", [
    hub.id,
    member.user.id,
  ]);
  await pool.end();
  await createSpace(member, hub, { name: 'Plans', slug: 'plans', visibility: 'private' });
  const guest = 'outside@example.test';
  expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invites/`, [{ email: guest, role: 'guest' }]),
  );
  expectData(await owner.client.in(hub).post('spaces/plans/take-over/', { password: owner.password }));
  for (const [to, subject] of [
    [member.email, 'Somebody took over Plans'],
    [guest, 'Somebody invites you to Nordwind'],
  ] as const) {
    await eventually(async () => {
      const mails = server.mail.mails.filter((one) => one.envelope.to.includes(to));
      expect(mails.map((one) => one.subject)).toContain(subject);
      expect(JSON.stringify(mails)).not.toContain(owner.email);
    });
  }
});

test('sends no mail to an unverified address', async () => {
  const server = await startServerWithMailForTest();
  const [owner, proved, unproved] = await Promise.all([
    registerUser(server.client),
    registerUser(server.client),
    registerUser(server.client),
  ]);
  const pool = openPool(server.databaseUrl, 1);
  try {
    await pool.query('update app_user set is_email_verified = id <> $1', [unproved.user.id]);
    const hub = await createHub(owner);
    await createSpace(owner, hub, { slug: 'plans', visibility: 'private' });
    for (const person of [proved, unproved]) {
      const values = [hub.id, person.user.id];
      await pool.query("insert into membership (hub_id, user_id, role) values ($1, $2, 'member')", values);
      await createSpace(person, hub, { visibility: 'private' });
      expectData(await person.client.in(hub).post('spaces/plans/access-requests/', {}));
      const asks = await owner.client.in(hub).get<{ id: string }[]>('spaces/plans/access-requests/');
      const [request] = expectData(asks);
      expectData(await owner.client.in(hub).post(`spaces/plans/access-requests/${request?.id}/approve/`));
    }
    const archive = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
    expect(archive.status).toBe(200);
    await archive.arrayBuffer();
    // Mails are queued by the requests themselves, so none follows later.
    const { rows } = await pool.query(
      `select template, count(*) from outgoing_mail where template in ('access-granted', 'private-export')
       group by template order by template`,
    );
    expect(rows).toEqual([
      { template: 'access-granted', count: 1 },
      { template: 'private-export', count: 1 },
    ]);
    for (const subject of ['You are in Test space now', 'Ada Lovelace exported everything in Test hub']) {
      await eventually(async () => {
        const sent = server.mail.mails.filter((one) => one.subject === subject);
        expect(sent.flatMap(({ envelope }) => envelope.to)).toEqual([proved.email]);
      });
    }
  } finally {
    await pool.end();
  }
});
