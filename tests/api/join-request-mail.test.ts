import { expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, registerUser } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';

test('mails admins the first join request at once and later ones together, each once', async () => {
  const server = await startServerWithMailForTest();
  const owner = await registerUser(server.client, { first_name: 'Olga' });
  const hub = await createHub(owner, { name: 'Nordwind', visibility: 'shared' });
  const pool = openPool(server.databaseUrl, 1);
  const join = async (role: string) => {
    const person = await registerUser(server.client);
    await pool.query('insert into membership (hub_id, user_id, role) values ($1, $2, $3)', [
      hub.id,
      person.user.id,
      role,
    ]);
    return person;
  };
  const [admin, unproved, member] = [await join('admin'), await join('admin'), await join('member')];
  await pool.query('update app_user set is_email_verified = true where id <> $1', [unproved.user.id]);
  const joinRequestMails = (to: string) =>
    server.mail.mails.filter((one) => one.envelope.to.includes(to) && /asks? to join/.test(one.subject));
  const subjects = (to: string) => joinRequestMails(to).map(({ subject }) => subject);
  const ask = async (first_name: string) => {
    const requester = await registerUser(server.client, { first_name });
    expectData(await requester.client.post(`hubs/${hub.domain_handle}/join-requests/`));
  };

  await ask('Ravi');
  for (const { email } of [owner, admin])
    await eventually(async () => expect(subjects(email)).toEqual(['Ravi Lovelace asks to join Nordwind']));

  for (const name of ['Mira', 'Noor', 'Omar']) await ask(name);
  const waiting = await pool.query<{ minutes: number }>(
    `select extract(epoch from run_at - now()) / 60 as minutes from graphile_worker.jobs
     where task_identifier = 'join-request-digest'`,
  );
  expect(waiting.rows).toHaveLength(1);
  expect(Number(waiting.rows[0]?.minutes)).toBeGreaterThan(10);
  expect(subjects(owner.email)).toHaveLength(1);
  await pool.query(
    "update graphile_worker._private_jobs set run_at = now() where key like 'join-request-digest%'",
  );
  for (const { email } of [owner, admin])
    await eventually(
      async () => expect(subjects(email)).toContain('Mira Lovelace and others ask to join Nordwind'),
      20_000,
    );
  const [, second] = joinRequestMails(owner.email);
  expect(second?.text).toContain('Others: 2.');
  expect(subjects(owner.email)).toHaveLength(2);
  for (const { email } of [unproved, member]) expect(subjects(email)).toEqual([]);
  await pool.end();
});
