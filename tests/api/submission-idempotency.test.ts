import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SubmitResult } from '#lib/contract/submit.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import {
  changeForm,
  createOpenForm,
  FORM_FIELDS,
  type FormInput,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
const TIMES = 20;
const times = Array.from({ length: TIMES }, (_, n) => n);

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, input);
  const listSubmissions = async () =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/?page_size=100`));
  /** Like the form's own page. */
  const send = (values: object, key: string, by: Client = server.client) =>
    by.post(`public/forms/${form.slug}/submissions/`, { version: 1, values, meta: { key } });
  return { ...at, form, listSubmissions, send };
}

test('stores concurrent submissions each under its own key, and replays the first response', async () => {
  const { form, send, listSubmissions } = await open();
  const sent = times.map((n) => ({ values: { name: `Person ${n}` }, key: randomUUID() }));
  const first = await Promise.all(sent.map(({ values, key }) => send(values, key)));
  const again = await Promise.all(sent.map(({ values, key }) => send(values, key)));
  expect(again.map((one) => expectData(one, 201))).toEqual(first.map((one) => expectData(one, 201)));
  const stored = new Map((await listSubmissions()).map(({ id, values }) => [id, values]));
  expect(stored.size).toBe(TIMES);
  for (const [n, one] of first.entries()) expect(stored.get(one.data.id)).toEqual(sent[n]?.values);
  const counted = await server.sql('select text from submission_value where form_id = $1', [form.id]);
  expect(counted).toHaveLength(TIMES);
});

test('stores one submission that is sent repeatedly to two processes among others', async () => {
  const { send, listSubmissions } = await open();
  const second = await startServerForTest({ env: { DATABASE_URL: server.databaseUrl } });
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const sent = await Promise.all(
    times.flatMap((n) =>
      [server.client, second.client].flatMap((by) => [
        send({ name: `Other ${n}` }, randomUUID(), by),
        // In another order each time: the processes must not deadlock.
        ...keys.map((_, at) => send({ name: 'Same' }, keys[(n + at) % keys.length] ?? '', by)),
      ]),
    ),
  );
  const ids = new Set(sent.map((one) => expectData(one, 201).id));
  const stored = await listSubmissions();
  expect(stored.filter(({ values }) => values.name === 'Same')).toHaveLength(keys.length);
  expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(ids.size).toBe(2 * TIMES + keys.length);
});

test('does not deadlock while submissions wait for a key', async () => {
  const { form, send, listSubmissions } = await open();
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
  const [least = '', ...keys] = times
    .map(() => randomUUID())
    .sort((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
  const take = (key: string) =>
    server.sql(
      `insert into submission_idempotency_record (form_id, key_hash, body_hash) values ($1, decode($2, 'hex'), '')
       on conflict (form_id, key_hash) do nothing`,
      [form.id, hashOf(key)],
    );
  await server.sql('begin');
  await take(least);
  // In descending order, with the locked one among them.
  const sending = [...keys.slice(0, 10), least, ...keys.slice(10)]
    .reverse()
    .map((key, n) => send({ name: `Person ${n}` }, key));
  await eventually(async () => {
    const waiting = await server.sql(
      'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    expect(waiting).toHaveLength(1);
  });
  // The first to check for a deadlock ends it with an error: here.
  await server.sql("set local deadlock_timeout = '10ms'");
  for (const key of keys) await take(key);
  await server.sql('rollback');
  for (const one of await Promise.all(sending)) expectData(one, 201);
  expect(await listSubmissions()).toHaveLength(TIMES);
});

test('stores one of two concurrent submissions with one key and different content, and refuses the other', async () => {
  const { send, listSubmissions } = await open();
  const key = randomUUID();
  const sent = await Promise.all(times.map((n) => send({ name: `Person ${n % 2}` }, key)));
  const [stored, ...others] = await listSubmissions();
  expect(others).toEqual([]);
  for (const [n, one] of sent.entries()) {
    if (stored?.values.name !== `Person ${n % 2}`) expectRefusal(one, 409, 'already_sent');
    else expectData(one, 201);
    expect(one.data.id).toBe(stored?.id);
  }
});

test('frees the key of a submission that cannot be stored, and stores the others', async () => {
  const { form, send, listSubmissions } = await open();
  const keys = times.map(() => randomUUID());
  const sendAll = () => Promise.all(keys.map((key, n) => send({ name: `No. ${n}` }, key)));
  await server.sql(
    `alter table submission add constraint refuses_one check (form_id <> '${form.id}' or data ->> 'name' <> 'No. 7')`,
  );
  const first = await sendAll();
  await server.sql('alter table submission drop constraint refuses_one');
  expect(first.flatMap(({ status }, n) => (status === 201 ? [] : [n]))).toEqual([7]);
  const again = await sendAll();
  for (const [n, one] of again.entries()) {
    const { id } = expectData(one, 201);
    if (n !== 7) expect(id).toBe(first[n]?.data.id);
  }
  expect(await listSubmissions()).toHaveLength(TIMES);
});

test('gives the last places of a form to as many submissions, each with its own key', async () => {
  const { send, listSubmissions } = await open({ settings: { max_submissions: 5 } });
  const sent = await Promise.all(times.map((n) => send({ name: `Person ${n}` }, randomUUID())));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(5);
  for (const one of sent.filter(({ status }) => status !== 201)) expectRefusal(one, 409, 'form_full');
  expect(await listSubmissions()).toHaveLength(5);
});

test('replays the response to a repeated submission, and refuses another one where one per person is allowed', async () => {
  const { send, listSubmissions } = await open({ settings: { one_per_person: true, max_submissions: 1 } });
  const key = randomUUID();
  const sent = await Promise.all(times.map(() => send({ name: 'Ada' }, key)));
  const [first] = sent.map((one) => expectData(one, 201));
  for (const one of sent) expect(one.data).toEqual(first);
  expectRefusal(await send({ name: 'Ada' }, randomUUID()), 409, 'form_full');
  expect(await listSubmissions()).toHaveLength(1);
});

test('stores a submission with a file once, though the file was deleted before the repeat', async () => {
  const paper = { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file' } as const;
  const { form, send, listSubmissions } = await open({ fields: [...FORM_FIELDS, paper] });
  const file = await sendSubmissionFile(server.client, form, paper.id);
  const key = randomUUID();
  const sent = await Promise.all(times.map(() => send({ name: 'Ada', paper: file }, key)));
  const [first] = sent.map((one) => expectData(one, 201));
  for (const one of sent) expect(one.data).toEqual(first);
  expect((await send({ name: 'Ada', paper: file }, key)).data).toEqual(first);
  expect(await listSubmissions()).toHaveLength(1);
});

test('replays the first response although the form would refuse the submission now', async () => {
  const { owner, form, send } = await open();
  const key = randomUUID();
  const first = expectData(await send({ name: 'Ada' }, key), 201);
  await changeForm(owner, form, { settings: { spam: 'proof_of_work' } });
  expect(expectData(await send({ name: 'Ada' }, key), 201)).toEqual(first);
  const changed = await send({ name: '' }, key);
  expectRefusal(changed, 409, 'already_sent');
  expect(changed.data).toEqual(first);
  expectRefusal(await send({ name: 'Ada' }, randomUUID()), 422, 'challenge_expired');
});

test('stores neither the key nor the response in readable form', async () => {
  const { form, send } = await open();
  const key = randomUUID();
  const { id, receipt_url } = expectData(await send({ name: 'Ada' }, key), 201);
  const [record] = await server.sql<{ text: string }>(
    'select submission_idempotency_record::text as text from submission_idempotency_record where form_id = $1',
    [form.id],
  );
  const token = receipt_url?.split('#receipt=')[1] ?? '';
  expect(token).not.toBe('');
  for (const secret of [key, Buffer.from(key).toString('hex'), id, token]) {
    expect(record?.text).not.toContain(secret);
  }
});

test('stores each submission once when the process is killed and requests are repeated', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const at = await createPlace(client);
  const form = await createOpenForm(at.owner, at);
  const path = `public/forms/${form.slug}/submissions/`;
  const send = (n: number, key: string) =>
    client.post<SubmitResult>(path, { version: 1, values: { name: `Person ${n}` }, meta: { key } });

  const confirmed = new Map<string, SubmitResult>();
  const sent: { n: number; key: string }[] = [];
  /** Sends one submission after the other until one gets no response. */
  const person = async () => {
    for (;;) {
      const one = { n: sent.length, key: randomUUID() };
      sent.push(one);
      const response = await send(one.n, one.key).catch(() => null);
      if (!response) return;
      confirmed.set(one.key, expectData(response, 201));
      // The others continue meanwhile.
      if (confirmed.size === 100) await first.kill();
    }
  };
  await Promise.all(times.map(person));
  expect(sent.length).toBe(confirmed.size + TIMES);

  await startKillable(env);
  for (const { n, key } of sent) {
    const again = expectData(await send(n, key), 201);
    expect(again).toEqual(confirmed.get(key) ?? again);
  }
  const stored: unknown[] = [];
  let after: string | null | undefined;
  do {
    const query = { page_size: 100, after: after ?? undefined };
    const page = await at.owner.client.get(`forms/${form.id}/submissions/`, { query });
    stored.push(...expectData(page).map(({ values }) => values.name));
    after = page.body.next;
  } while (after);
  expect(stored.sort()).toEqual(sent.map(({ n }) => `Person ${n}`).sort());
}, 180_000);
