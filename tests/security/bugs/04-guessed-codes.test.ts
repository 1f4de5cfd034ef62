import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { consumeLimits, limitCounter, refundLimits } from '#server/platform/rate-limit/limits.ts';
import { PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { type Authenticator, enableSecondFactor } from '#tests/harness/authenticator.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn, linkIn } from '#tests/harness/smtp.ts';

// Bug class 4 of docs/permissions.md: guessing a numeric code, also by parallel requests and changed headers.

const LIMITED = { RATE_LIMIT_FACTOR: '1' };
/** Lets a test use several addresses: this machine is a trusted proxy. */
const BEHIND_PROXY = { ...LIMITED, TRUSTED_PROXIES: '127.0.0.1' };

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const statuses = (responses: ClientResponse[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of responses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

/** Headers by which a client may claim another identity. */
const disguise = (n: number) => ({
  'x-forwarded-for': `203.0.113.${n}`,
  forwarded: `for=203.0.113.${n}`,
  'x-real-ip': `203.0.113.${n}`,
  'x-client-ip': `203.0.113.${n}`,
  'user-agent': `Agent ${n}`,
});

/** Another code with as many digits. */
const otherThan = (code: string, n: number) =>
  String((Number(code) + 1 + n) % 10 ** code.length).padStart(code.length, '0');

test('counts at most ten of 50 parallel wrong mail codes, and refuses the right one afterwards', async () => {
  const { client, mail } = await startServerWithMailForTest({ env: LIMITED });
  const person = await registerUser(client);
  const code = codeIn(await mail.mailTo(person.email));
  const guess = (n: number) =>
    person.client.post('auth/verify-email/', { code: otherThan(code, n) }, { headers: disguise(n) });
  const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n)));
  expect(statuses(responses)).toEqual({ 422: 10, 429: 40 });
  const late = await person.client.post('auth/verify-email/', { code });
  expectRefusal(late, 429, 'too_many_attempts');
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800);
  // Neither a new code nor another sign-in resets the limit.
  expectData(await person.client.post('auth/resend-code/'));
  const next = codeIn(await mail.mailTo(person.email));
  expectRefusal(await person.client.post('auth/verify-email/', { code: next }), 429);
  expectRefusal(await client.post('auth/login/', { email: person.email, password: PASSWORD }), 429);
  expect(expectData(await person.client.get('auth/me/')).is_email_verified).toBe(false);
});

test('invalidates a code after ten wrong attempts, from however many addresses', async () => {
  const { client, mail } = await startServerWithMailForTest({ env: BEHIND_PROXY });
  const person = await registerUser(client);
  const code = codeIn(await mail.mailTo(person.email));
  const guess = (n: number) =>
    person.client.post('auth/verify-email/', { code: otherThan(code, n) }, from(`203.0.113.${n}`));
  expect(statuses(await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n))))).toEqual({ 422: 50 });
  const give = (one: string) => person.client.post('auth/verify-email/', { code: one }, from('198.51.100.1'));
  expectRefusal(await give(code), 422, 'invalid_fields');
  expectData(await person.client.post('auth/resend-code/'));
  expectData(await give(codeIn(await mail.mailTo(person.email))));
});

test('limits codes per account to a hundred attempts from all addresses together', async () => {
  const env = { ...BEHIND_PROXY, RATE_LIMIT_FACTOR: '0.2' };
  const { client, mail } = await startServerWithMailForTest({ env });
  const person = await registerUser(client);
  const code = codeIn(await mail.mailTo(person.email));
  const guess = (n: number) =>
    person.client.post('auth/verify-email/', { code: otherThan(code, n) }, from(`203.0.113.${n}`));
  expect(statuses(await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n))))).toEqual({
    422: 20,
    429: 10,
  });
});

/** Signs in with the right password and a wrong code. */
const guessFactor = (client: Client, email: string, app: Authenticator, headers: Record<string, string>) => {
  const right = [-1, 0, 1].map((steps) => app.at(steps));
  const code = ['123456', '234567', '345678', '456789'].find((one) => !right.includes(one));
  return client.post('auth/login/', { email, password: PASSWORD, code }, { headers });
};

test('counts at most ten of 50 parallel wrong second factors, and refuses the right one afterwards', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const person = await registerUser(client);
  const { app, recoveryCodes } = await enableSecondFactor(person);
  const guesses = Array.from({ length: 50 }, (_, n) => guessFactor(client, person.email, app, disguise(n)));
  expect(statuses(await Promise.all(guesses))).toEqual({ 401: 10, 429: 40 });
  const right = { email: person.email, password: PASSWORD };
  expectRefusal(await client.post('auth/login/', { ...right, code: app.next() }), 429, 'too_many_attempts');
  expectRefusal(await client.post('auth/login/', { ...right, code: recoveryCodes[0] }), 429);
});

test('limits recovery codes like authenticator codes, from however many clients', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const person = await registerUser(client);
  const { recoveryCodes } = await enableSecondFactor(person);
  const right = { email: person.email, password: PASSWORD };
  const guess = (n: number) =>
    client.post(
      'auth/login/',
      { ...right, code: `9000000000${n + 10}`, visitor_id: `${n}` },
      { headers: { ...disguise(n), 'idempotency-key': `${n}` } },
    );
  expect(statuses(await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n))))).toEqual({
    401: 10,
    429: 40,
  });
  expectRefusal(await client.post('auth/login/', { ...right, code: recoveryCodes[0] }), 429);
});

test('limits the code for a new address like the first one', async () => {
  const { client, mail } = await startServerWithMailForTest({ env: LIMITED });
  const person = await registerUser(client);
  const give = (code: string, headers = {}) =>
    person.client.post('auth/verify-email/', { code }, { headers });
  expectData(await give(codeIn(await mail.mailTo(person.email))));
  const wanted = `new-${person.email}`;
  expectData(await person.client.post('auth/email/change/', { email: wanted, password: PASSWORD }));
  const code = codeIn(await mail.mailTo(wanted));
  const guesses = Array.from({ length: 50 }, (_, n) => give(otherThan(code, n), disguise(n)));
  expect(statuses(await Promise.all(guesses))).toEqual({ 422: 10, 429: 40 });
  expectRefusal(await give(code), 429, 'too_many_attempts');
  expect(expectData(await person.client.get('auth/me/')).email).toBe(person.email);
});

test('grants no more attempts for right passwords between wrong second factors', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const person = await registerUser(client);
  const { app } = await enableSecondFactor(person);
  const responses: ClientResponse[] = [];
  for (let n = 0; n < 12; n += 1) {
    await client.post('auth/login/', { email: person.email, password: PASSWORD });
    responses.push(await guessFactor(client, person.email, app, {}));
  }
  expect(statuses(responses)).toEqual({ 401: 10, 429: 2 });
});

test('does not block a known device during an attack on the second factor from elsewhere', async () => {
  const env = { ...BEHIND_PROXY, RATE_LIMIT_FACTOR: '0.2' };
  const { client } = await startServerForTest({ env });
  const person = await registerUser(client, { visitor_id: '4711' });
  const { app } = await enableSecondFactor(person);
  for (let n = 0; n < 25; n += 1) {
    await guessFactor(client, person.email, app, { 'x-forwarded-for': `203.0.113.${n}` });
  }
  const right = { email: person.email, password: PASSWORD };
  expectRefusal(await client.post('auth/login/', { ...right, code: app.next() }, from('198.51.100.1')), 429);
  const known = { ...right, visitor_id: '4711', code: app.next() };
  expectData(await client.post('auth/login/', known, from('198.51.100.1')));
});

test('accepts an authenticator code once, also concurrently, and no older one after it', async () => {
  const { client } = await startServerForTest();
  const person = await registerUser(client);
  const { app } = await enableSecondFactor(person);
  const code = app.next();
  const logIn = (one: string) =>
    client.post('auth/login/', { email: person.email, password: PASSWORD, code: one });
  const responses = await Promise.all(Array.from({ length: 5 }, () => logIn(code)));
  expect(statuses(responses)).toEqual({ 200: 1, 401: 4 });
  expectRefusal(await logIn(code), 401, 'wrong_code');
  const before = app.at(-1);
  if (before !== code) expectRefusal(await logIn(before), 401, 'wrong_code');
});

test('neither enables nor disables the second factor with a session alone', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const person = await registerUser(client);
  expectRefusal(await person.client.post('auth/second-factor/start/', {}), 422, 'invalid_fields');
  await enableSecondFactor(person);
  const tries = Array.from({ length: 50 }, (_, n) =>
    person.client.delete('auth/second-factor/', { password: PASSWORD, code: `9000000000${n + 10}` }),
  );
  const counts = statuses(await Promise.all(tries));
  expect(counts[422]).toBeLessThanOrEqual(10);
  expect((counts[422] ?? 0) + (counts[429] ?? 0)).toBe(50);
});

test('limits password resets to ten per client, whether or not the account exists', async () => {
  const { client, mail } = await startServerWithMailForTest({ env: LIMITED });
  const { email } = await registerUser(client);
  const ask = (one: string) => client.post('auth/password/forgot/', { email: one });
  const countStatuses = async (one: string) =>
    statuses(await Promise.all(Array.from({ length: 14 }, () => ask(one))));
  expect(await countStatuses(email)).toEqual({ 200: 10, 429: 4 });
  expect(await countStatuses('nobody@example.test')).toEqual({ 200: 10, 429: 4 });
  // Requests for a reset lock nobody out, and don't flood the mailbox.
  expectData(await client.post('auth/login/', { email, password: PASSWORD }));
  const link = linkIn(await mail.mailTo(email, /new password/));
  const body = { token: link.searchParams.get('token'), password: 'Lighthouse-8' };
  expectData(await client.post('auth/password/reset/', body));
  expect(mail.mails.filter((one) => /new password/.test(one.subject)).length).toBeLessThanOrEqual(5);
});

test('limits code mails to ten per address', async () => {
  const { client } = await startServerWithMailForTest({ env: LIMITED });
  const person = await registerUser(client);
  const tries = Array.from({ length: 14 }, () => person.client.post('auth/resend-code/'));
  expect(statuses(await Promise.all(tries))).toEqual({ 200: 10, 429: 4 });
});

test('takes equally long for a reset with and without an account', async () => {
  const { client } = await startServerWithMailForTest();
  const { email } = await registerUser(client);
  const spent: [number[], number[]] = [[], []];
  for (let n = 0; n < 25; n += 1) {
    for (const [index, one] of [email, 'nobody@example.test'].entries()) {
      const began = performance.now();
      expectData(await client.post('auth/password/forgot/', { email: one }));
      spent[index]?.push(performance.now() - began);
    }
  }
  // The minimum: other samples may have been delayed by the machine.
  const ratio = Math.min(...spent[0]) / Math.min(...spent[1]);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('adds no header, recipient or link to a mail through names and addresses', async () => {
  const { client, mail, databaseUrl } = await startServerWithMailForTest();
  for (const email of [
    'a@example.test\r\nBcc: eve@example.test',
    'a@example.test\nTo: eve@example.test',
    'a@example.test, eve@example.test',
    'a@example.test;eve@example.test',
    '"a@example.test, eve"@example.test',
    'a@example.test\u2028eve@example.test',
    '<a@example.test>',
    'a@example.test\0',
  ]) {
    for (const path of ['auth/register/', 'auth/password/forgot/']) {
      expectRefusal(await client.post(path, { email, password: PASSWORD }), 422, 'invalid_fields');
    }
  }
  const evil = 'Eve\u2028Bcc: eve@example.test https://evil.example/ <b>';
  const person = await registerUser(client, { first_name: evil.replace('\u2028', ' ') });
  const { raw, envelope } = await mail.mailTo(person.email);
  expect(envelope.to).toEqual([person.email]);
  expect(raw).not.toMatch(/^bcc:/im);
  const database = openDatabase(openPool(databaseUrl, 1));
  const mails = await database.selectFrom('outgoing_mail').selectAll().execute();
  await database.destroy();
  expect(mails).toHaveLength(1);
});

test('does not deadlock while attempts are counted and released', async () => {
  const { databaseUrl } = await startServerForTest();
  const database = openDatabase(openPool(databaseUrl, 16));
  const services = { database, config: readConfig({ RATE_LIMIT_FACTOR: '1' }) };
  const limit = (name: string) => ({ name, most: 1_000_000, seconds: 900 });
  const counters = ['b', 'c', 'a', 'd'].map((name) => limitCounter(limit(name), 'the same'));
  // Inserted in another order than the one in which they are counted.
  await refundLimits(services, await consumeLimits(services, counters.toReversed()));
  const counted = [];
  for (let n = 0; n < 100; n += 1) counted.push(await consumeLimits(services, counters));
  const tries = counted.flatMap((one) => [consumeLimits(services, counters), refundLimits(services, one)]);
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected')).toEqual([]);
  const rows = await database.selectFrom('rate_limit_counter').select('count').execute();
  await database.destroy();
  expect(rows.map(({ count }) => count)).toEqual([100, 100, 100, 100]);
});
