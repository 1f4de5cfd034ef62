import { expect, test } from 'vitest';
import { openPool } from '#server/database/database.ts';
import { expectData } from '#tests/harness/answers.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/people.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';

test('owners are written to who are asked, the asker who is let in, and everybody whose space is taken over', async () => {
  const server = await startServerWithMailForTest();
  const [owner, member, asker] = await Promise.all([
    registerUser(server.client, { first_name: 'Olga' }),
    registerUser(server.client, { first_name: 'Mira' }),
    registerUser(server.client, { first_name: 'Ravi' }),
  ]);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update app_user set is_email_verified = true');
  const hub = await createHub(owner, { name: 'Nordwind' });
  for (const { user } of [member, asker]) {
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
  expectData(await asker.client.in(hub).post(asks, {}));
  await eventually(async () =>
    expect(subjects(member.email)).toContain('Ravi Lovelace asks to be let into Plans'),
  );
  const [request] = expectData(await member.client.in(hub).get<{ id: string }[]>(asks));
  expectData(await member.client.in(hub).post(`${asks}${request?.id}/approve/`));
  await eventually(async () => expect(subjects(asker.email)).toContain('You are in Plans now'));
  expectData(await owner.client.in(hub).post('spaces/plans/take-over/', { password: owner.password }));
  for (const person of [member, asker]) {
    await eventually(async () => expect(subjects(person.email)).toContain('Olga Lovelace took over Plans'));
  }
  expect(subjects(owner.email)).not.toContain('Olga Lovelace took over Plans');
  expect(space.name).toBe('Plans');
});
