import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import type { Delivery, Webhook } from '#lib/contract/webhook.ts';
import { QUEUES } from '#server/platform/jobs/queues.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { changeForm, createOpenForm, FORM_FIELDS, publishForm } from '#tests/harness/forms.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';
import { loopbackOnly, startReceiver } from '#tests/harness/webhook-receiver.ts';

/**
 * A mail server that greets every client and then never finishes its first reply. A timeout for silence never
 * ends the connection: the mail is delayed for longer than the test takes.
 */
async function startEndlessMailServer() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    socket.once('data', () => {
      open.add(socket);
      const more = setInterval(() => socket.write('250-wait\r\n'), 1_000);
      socket.once('close', () => {
        clearInterval(more);
        open.delete(socket);
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { url: `smtp://127.0.0.1:${port}`, openCount: () => open.size, stop };
}

const mail = await startEndlessMailServer();
// Hooks run in reverse order: the server stops before its mail server.
afterAll(mail.stop);
const server = sharedServer({
  env: { SMTP_URL: mail.url },
  outbound: loopbackOnly({ timeMs: 600_000 }),
});

type Place = Awaited<ReturnType<typeof createPlace>>;

const submit = (form: { slug: string }, values: object = { name: 'Bo' }) =>
  server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values });

async function uploaded(place: Place, name: string, bytes: string) {
  const [item] = expectData(await uploadBytes(place.owner, place, [{ name, bytes }]), 201).items;
  if (!item) throw new Error(`${name} was not taken`);
  return item;
}

async function imports(client: Client, table: { id: string }): Promise<Job> {
  const form = new FormData();
  form.append('file', new Blob(['name\nAda\n']), 'rows.csv');
  const job = await client.post(`items/${table.id}/import/`, undefined, { raw: form });
  return expectData(job, 202);
}

/** Whether all mail jobs wait for the mail server: as many as may run are running, and none has ended. */
async function waitForPendingMails(): Promise<void> {
  await eventually(async () => expect(mail.openCount()).toBe(QUEUES.mail));
  expect(await server.sql("select from outgoing_mail where state <> 'queued'")).toEqual([]);
}

test('runs files, webhooks, imports and deletions while a mail server never responds', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  // Those of strangers from one address, and of the hub itself: together they fill all worker slots.
  for (let n = 0; n < 12; n += 1) await registerUser(server.client, { profile: false });
  expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invites/`, [
      { email: 'guest@example.test', role: 'guest' },
    ]),
  );
  await waitForPendingMails();

  const item = await uploaded(place, 'words.txt', 'hello words');
  await waitUntilReady(owner, item.id);
  const receiver = await startReceiver();
  const form = await createOpenForm(owner, place);
  expectData(await owner.client.post(`forms/${form.id}/webhooks/`, { url: receiver.url }), 201);
  expectData(await submit(form), 201);
  await eventually(async () => expect(receiver.received).toHaveLength(1));
  const { id } = await imports(owner.client, await createTable(owner, place));
  await eventually(async () => expect(expectData(await owner.client.get(`jobs/${id}/`)).state).toBe('ready'));
  expectData(await owner.client.delete(`items/${item.id}/`));
  expectData(await owner.client.delete(`trash/${item.id}/`));
  await eventually(async () =>
    expect(await server.sql('select from item where id = $1', [item.id])).toEqual([]),
  );
  await waitForPendingMails();
});

test('leaves a worker to another hub’s webhooks while six of one hub wait for a receiver', async () => {
  const [slow, other] = [await createPlace(server.client), await createPlace(server.client)];
  const blockedReceiver = await startReceiver();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  onTestFinished(release);
  blockedReceiver.respondWith = (response) => void released.then(() => response.end());
  const form = await createOpenForm(slow.owner, slow);
  for (let n = 0; n < 6; n += 1) {
    expectData(await slow.owner.client.post(`forms/${form.id}/webhooks/`, { url: blockedReceiver.url }), 201);
  }
  expectData(await submit(form), 201);
  const share = QUEUES.webhooks - 1;
  await eventually(async () => expect(blockedReceiver.received).toHaveLength(share));

  const receiver = await startReceiver();
  const quick = await createOpenForm(other.owner, other);
  const path = `forms/${quick.id}/webhooks/`;
  const hook = expectData(await other.owner.client.post<Webhook>(path, { url: receiver.url }), 201);
  expectData(await submit(quick), 201);
  await eventually(async () => {
    const [entry] = expectData(await other.owner.client.get<Delivery[]>(`${path}${hook.id}/deliveries/`));
    expect(entry).toMatchObject({ state: 'delivered', tries: 1 });
  });
  expect(blockedReceiver.received).toHaveLength(share);
  release();
  await eventually(async () => expect(blockedReceiver.received).toHaveLength(6));
});

test('leaves a worker to another hub’s small file while one hub stores four large texts', async () => {
  const [slow, other] = [await createPlace(server.client), await createPlace(server.client)];
  // Storing the slow hub's texts blocks, with an open transaction, until the test releases the lock.
  const GATE = 20_091;
  await server.sql(`create function hold_passages() returns trigger language plpgsql as $$ begin
    if (select hub_id from item where id = new.item_id) = '${slow.hub.id}'
    then perform pg_advisory_xact_lock_shared(${GATE}); end if; return null; end $$`);
  await server.sql(`create trigger hold after insert on passage for each row when (new.number > 0)
    execute function hold_passages()`);
  await server.sql('select pg_advisory_lock($1)', [GATE]);
  onTestFinished(async () => {
    await server.sql('select pg_advisory_unlock_all()');
  });
  const paragraph = `${'The boats of the regatta lie in the harbour. '.repeat(30)}\n\n`;
  const large: Item[] = [];
  for (let n = 0; n < 4; n += 1) {
    large.push(await uploaded(slow, `large ${n}.txt`, `Text ${n}\n\n${paragraph.repeat(400)}`));
  }
  const waiting = () =>
    server.sql("select from pg_locks where locktype = 'advisory' and not granted and objid = $1", [GATE]);
  await eventually(async () => expect(await waiting()).toHaveLength(QUEUES.files - 1));

  await waitUntilReady(other.owner, (await uploaded(other, 'small.txt', 'hello words')).id);
  const states = async () => {
    const ids = large.map(({ id }) => id);
    const rows = await server.sql<{ state: string }>(
      'select processing_state as state from item where id = any($1) order by state',
      [ids],
    );
    return rows.map(({ state }) => state);
  };
  expect(await states()).toEqual(['queued', 'queued', 'running', 'running']);
  await server.sql('select pg_advisory_unlock($1)', [GATE]);
  await eventually(async () => expect(await states()).toEqual(Array(4).fill('ready')), 60_000);
});

test('indexes submissions of a hub while those of another hub take long', async () => {
  const [slow, other] = [await createPlace(server.client), await createPlace(server.client)];
  const forms: { id: string; slug: string }[] = [];
  for (const place of [slow, slow, other]) forms.push(await createOpenForm(place.owner, place));
  const [first, second, third] = forms;
  if (!first || !second || !third) throw new Error('no forms');
  // Storing the slow hub's submissions blocks until the test releases the lock.
  const GATE = 20_093;
  await server.sql(`create function hold_answers() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`);
  await server.sql(`create trigger hold after insert on form_passage for each row
    when (new.submission_id is not null and new.hub_id = '${slow.hub.id}') execute function hold_answers()`);
  await server.sql('select pg_advisory_lock($1)', [GATE]);
  onTestFinished(async () => {
    await server.sql('select pg_advisory_unlock_all()');
  });
  const waiting = () =>
    server.sql("select from pg_locks where locktype = 'advisory' and not granted and objid = $1", [GATE]);
  const indexed = (form: { id: string }) =>
    server.sql('select from form_passage where form_id = $1 and submission_id is not null', [form.id]);
  expectData(await submit(first), 201);
  expectData(await submit(second), 201);
  await eventually(async () => expect(await waiting()).toHaveLength(1));
  expectData(await submit(third), 201);
  await eventually(async () => expect(await indexed(third)).toHaveLength(1));
  expect(await waiting()).toHaveLength(1);
  expect([await indexed(first), await indexed(second)]).toEqual([[], []]);
  await server.sql('select pg_advisory_unlock($1)', [GATE]);
  for (const form of [first, second])
    await eventually(async () => expect(await indexed(form)).toHaveLength(1));
});

test('stores the hub with each of its jobs, also those queued by jobs and on a schedule', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const requester = await registerUser(server.client);
  await server.sql('create table seen_job (task text not null, flags jsonb)');
  await server.sql(`create function note_job() returns trigger language plpgsql as $$ begin
    insert into seen_job select identifier, new.flags from graphile_worker._private_tasks where id = new.task_id;
    return null; end $$`);
  await server.sql(`create trigger note after insert or update of payload, flags on graphile_worker._private_jobs
    for each row execute function note_job()`);

  const receiver = await startReceiver();
  // Fails at first, so that its job queues the next one.
  receiver.respondWith = (response, nth) => response.writeHead(nth === 1 ? 503 : 204).end();
  const address = { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', required: false };
  const settings = { notify: ['team@example.test'], receipt_field: 'f_mail', retention_days: 10 };
  const form = await createOpenForm(owner, place, { fields: [...FORM_FIELDS, address], settings });
  const path = `forms/${form.id}/webhooks/`;
  const hook = expectData(await owner.client.post<Webhook>(path, { url: receiver.url }), 201);
  const sent = expectData(await submit(form, { name: 'Ada', mail: 'ada@example.test' }), 201);
  const log = async () => expectData(await owner.client.get<Delivery[]>(`${path}${hook.id}/deliveries/`));
  await eventually(async () => expect((await log())[0]).toMatchObject({ tries: 1, state: 'queued' }));
  const posted = new URLSearchParams({ name: 'Bo' });
  const inPage = await fetch(`${server.url}/f/${form.slug}`, {
    method: 'POST',
    body: posted,
    redirect: 'manual',
  });
  expect(inPage.status).toBe(303);
  await changeForm(owner, form, { title: 'Another' });
  await publishForm(owner, form);
  expectData(await owner.client.post(`${path}${hook.id}/test/`));
  await server.sql("update submission set created_at = now() - interval '11 days' where id = $1", [sent.id]);
  await purgeFormsOfServer(server);

  const item = await uploaded(place, 'words.txt', 'hello words');
  await waitUntilReady(owner, item.id);
  expectData(await owner.client.post(`items/${item.id}/copy/`), 201);
  await imports(owner.client, await createTable(owner, place));
  expectData(await owner.client.delete(`items/${item.id}/`));
  expectData(await owner.client.delete(`trash/${item.id}/`));
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { visibility: 'shared' }));
  expectData(await requester.client.post(`hubs/${hub.domain_handle}/join-requests/`));
  expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invites/`, [
      { email: 'new@example.test', role: 'member' },
    ]),
  );

  const flagOf = (task: string) => `tenant:${task}:hub:${hub.id}`;
  const tasks = [
    'deliver-webhook',
    'import-rows',
    'join-request-digest',
    'process-item',
    'purge',
    'send-mail',
  ];
  await eventually(async () => {
    const seen = await server.sql<{ task: string }>('select distinct task from seen_job order by task');
    expect(seen.map(({ task }) => task)).toEqual(tasks);
  });
  const seen = await server.sql<{ task: string; flags: object }>('select task, flags from seen_job');
  expect(seen.filter(({ task, flags }) => !Object.hasOwn(flags, flagOf(task)))).toEqual([]);
});
