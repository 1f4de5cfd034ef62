import { expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { registerUser } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { startMailServerForTest, startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn, startMailServer } from '#tests/harness/smtp.ts';

/** The states of the server's mails. */
async function states({ databaseUrl }: TestServer): Promise<{ state: string; reply_code: number | null }[]> {
  const database = openDatabase(openPool(databaseUrl, 1));
  try {
    return await database.selectFrom('outgoing_mail').select(['state', 'reply_code']).execute();
  } finally {
    await database.destroy();
  }
}

const header = (mail: { headers: { key: string; value: string }[] }, key: string) =>
  mail.headers.find((one) => one.key === key)?.value;

test('sends a mail with one recipient, text and HTML parts, a message id and an auto-submitted header', async () => {
  const server = await startServerWithMailForTest({
    env: {},
  });
  const { email } = await registerUser(server.client);
  const mail = await server.mail.mailTo(email);
  expect(mail.envelope).toEqual({ from: 'hub@hub.example', to: [email] });
  expect(header(mail, 'from')).toBe('Hubkeep <hub@hub.example>');
  expect(header(mail, 'to')).toBe(email);
  expect(header(mail, 'auto-submitted')).toBe('auto-generated');
  expect(header(mail, 'message-id')).toMatch(/^<[0-9a-f-]{36}@hub\.example>$/);
  expect(header(mail, 'date')).toBeDefined();
  expect(mail.text).toContain(codeIn(mail));
  expect(mail.html).toContain(codeIn(mail));
  await eventually(async () => expect(await states(server)).toEqual([{ state: 'sent', reply_code: null }]));
  expect(server.mail.mails).toHaveLength(1);
});

test.each(['immediate', 'starttls', 'none'] as const)(
  'authenticates to a mail server with TLS: %s',
  async (tls) => {
    const credentials = { user: 'hub@mail', password: 'p/a%s:s@' };
    const { client, mail } = await startServerWithMailForTest({}, { credentials, tls });
    const { email } = await registerUser(client);
    expect(await mail.mailTo(email)).toMatchObject({ user: 'hub@mail', secure: tls !== 'none' });
  },
);

test('delivers to an address with non-ASCII letters', async () => {
  const { client, mail } = await startServerWithMailForTest();
  const addresses = ['jürgen@bücher.example', 'Info@Bücher.example'];
  for (const email of addresses) await registerUser(client, { email });
  await eventually(async () => expect(mail.mails).toHaveLength(2));
  // Servers without support for Unicode addresses get the domain in ASCII.
  const recipients = mail.mails.map((one) => /^To: (.+)$/m.exec(one.raw)?.[1]).sort();
  expect(recipients[0]).toBe('Info@xn--bcher-kva.example');
  expect(new Set(mail.mails.flatMap((one) => one.envelope.to)).size).toBe(2);
});

test('records a permanent refusal without a retry, and sends the next mail', async () => {
  const refuse = (address: string) => (address.startsWith('gone') ? 550 : null);
  const server = await startServerWithMailForTest({}, { refuse });
  await registerUser(server.client, { email: 'gone@example.test' });
  await eventually(async () => expect(await states(server)).toEqual([{ state: 'refused', reply_code: 550 }]));
  const { email } = await registerUser(server.client);
  await server.mail.mailTo(email);
  expect(server.mail.refused).toEqual(['gone@example.test']);
});

test('retries once after a temporary refusal', async () => {
  let times = 0;
  const refuse = () => {
    times += 1;
    return times === 1 ? 451 : null;
  };
  const server = await startServerWithMailForTest({}, { refuse });
  const { email } = await registerUser(server.client);
  await server.mail.mailTo(email);
  await eventually(async () => expect(await states(server)).toMatchObject([{ state: 'sent' }]));
  expect(server.mail.mails).toHaveLength(1);
});

test('does not block requests while the mail server is down, and delivers afterwards', async () => {
  const before = await startMailServer();
  await before.stop();
  const server = await startServerForTest({ env: { SMTP_URL: before.url } });
  const { email, client } = await registerUser(server.client);
  expect(await states(server)).toMatchObject([{ state: 'queued' }]);
  const back = await startMailServerForTest({ port: before.port });
  const mail = await back.mailTo(email);
  const user = expectData(await client.post('auth/verify-email/', { code: codeIn(mail) }));
  expect(user.is_email_verified).toBe(true);
});

test('stores neither recipient nor content of a queued mail in plain text', async () => {
  const nowhere = await startMailServer();
  await nowhere.stop();
  const server = await startServerForTest({ env: { SMTP_URL: nowhere.url } });
  const { email } = await registerUser(server.client, { profile: false });
  await server.client.post('auth/password/forgot/', { email });
  const pool = openPool(server.databaseUrl, 1);
  const tables = ['graphile_worker._private_jobs', 'outgoing_mail'];
  const tableTexts = await Promise.all(
    tables.map(async (table) => JSON.stringify((await pool.query(`select * from ${table}`, [])).rows)),
  );
  await pool.end();
  expect(tableTexts.join()).not.toContain(email);
  expect(tableTexts.join()).not.toContain('email address');
  expect(tableTexts[0]).toContain('sealed');
});
