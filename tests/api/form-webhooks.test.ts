import { expect, test } from 'vitest';
import type { CreateWebhookRequest, Delivery, Webhook } from '#lib/contract/webhook.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { changeForm, createOpenForm, publishForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { isSignedBy, loopbackOnly, startReceiver } from '#tests/harness/webhook-receiver.ts';

const server = sharedServer({ outbound: loopbackOnly({ timeMs: 1_000 }) });

async function formWithWebhook(input: Partial<CreateWebhookRequest> = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { settings: { editable: true } });
  const receiver = await startReceiver();
  const hook = expectData(
    await at.owner.client.post(`forms/${form.id}/webhooks/`, { url: receiver.url, ...input }),
    201,
  );
  const path = `forms/${form.id}/webhooks/${hook.id}/`;
  const send = async (name = 'Bo') =>
    expectData(
      await server.client.post(`public/forms/${form.slug}/submissions/`, {
        version: 1,
        values: { name },
      }),
      201,
    );
  const log = async () => expectData(await at.owner.client.get(`${path}deliveries/`));
  const settled = (count = 1) =>
    eventually(async () => {
      const entries = await log();
      const ended = entries.filter(({ tries }) => tries > 0);
      if (ended.length < count) throw new Error(JSON.stringify(entries));
      return entries;
    });
  /** Retries failed deliveries at once. */
  const hurry = async () => {
    await server.sql('update webhook_delivery set next_try_at = now() where webhook_id = $1', [hook.id]);
    expectData(await at.owner.client.patch<Webhook>(path, { is_active: true }));
  };
  return { ...at, form, receiver, hook, path, send, log, settled, hurry };
}

test('delivers a stored submission, signed, with the same id in each attempt, and logs it', async () => {
  const { form, receiver, hook, send, settled, hub } = await formWithWebhook();
  expect(hook).toMatchObject({ is_active: true, form_id: form.id });
  expect(hook.secret).toMatch(/^whsec_/);
  const { id } = await send('Ada');
  const [entry] = await settled();
  const [event] = receiver.received;
  expect(event?.body).toMatchObject({
    event: 'submission.created',
    hub: { id: hub.id },
    form: { id: form.id, title: 'Test form', slug: form.slug, version: 1 },
    submission: { id, version: 1, revision: 1, values: { name: 'Ada' } },
  });
  expect(event && isSignedBy(hook.secret ?? '', event)).toBe(true);
  expect(event && isSignedBy('another', event)).toBe(false);
  expect(event?.headers).toMatchObject({
    'hubkeep-event': 'submission.created',
    'hubkeep-event-id': event?.body.id,
    host: new URL(receiver.url).host,
  });
  expect(entry).toMatchObject({
    event_id: event?.body.id,
    event: 'submission.created',
    state: 'delivered',
    status: 200,
    tries: 1,
    error: null,
    submission_id: id,
  });
  expect(JSON.stringify(receiver.received)).not.toContain('receipt');
});

test('delivers changes, deletions and publications in order', async () => {
  const { owner, form, receiver, send, settled } = await formWithWebhook();
  const sent = await send();
  const headers = { 'answer-token': new URL(sent.edit_url ?? '').hash.slice('#edit='.length) };
  await settled(1);
  expectData(
    await server.client.put(`public/forms/${form.slug}/answers/`, { values: { name: 'Ada' } }, { headers }),
  );
  await settled(2);
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${sent.id}/`));
  await settled(3);
  await changeForm(owner, form, { title: 'Another' });
  await publishForm(owner, form);
  await settled(4);
  expect(receiver.received.map(({ body }) => body.event)).toEqual([
    'submission.created',
    'submission.updated',
    'submission.deleted',
    'form.published',
  ]);
  expect(receiver.received[1]?.body.submission).toMatchObject({ revision: 2, values: { name: 'Ada' } });
  expect(receiver.received[2]?.body.submission).toEqual({ id: sent.id });
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(4);
});

test('delivers an expired submission as deleted, also to the webhook of the hub', async () => {
  const { owner, hub, form, receiver, send, settled } = await formWithWebhook();
  const ofHub = await startReceiver();
  expectData(await owner.client.in(hub).post('webhooks/', { url: ofHub.url }), 201);
  await changeForm(owner, form, { settings: { retention_days: 10 } });
  const [old, recent] = [await send('Ada'), await send('Bo')];
  await settled(2);
  await server.sql(`update submission set created_at = now() - interval '11 days' where id = $1`, [old.id]);
  await purgeFormsOfServer(server);
  await settled(3);
  await eventually(async () => expect(ofHub.received).toHaveLength(3));
  for (const { received: events } of [receiver, ofHub]) {
    expect(events.at(-1)?.body).toMatchObject({
      event: 'submission.deleted',
      form: { id: form.id },
      submission: { id: old.id },
    });
  }
  const left = await owner.client.get(`forms/${form.id}/submissions/`);
  expect(expectData(left).map(({ id }) => id)).toEqual([recent.id]);
});

test('retries a failed delivery under the same id, and logs the response', async () => {
  const { receiver, send, settled, hurry, owner, path } = await formWithWebhook();
  receiver.respondWith = (response, nth) => {
    response.statusCode = nth < 3 ? 503 : 204;
    response.end();
  };
  await send();
  const [first] = await settled();
  expect(first).toMatchObject({
    state: 'queued',
    status: 503,
    tries: 1,
    error: 'The receiver answered 503.',
  });
  expect(Date.parse(first?.next_try_at ?? '')).toBeGreaterThan(Date.now());
  expect(
    expectData(await owner.client.get<Webhook[]>(path.replace(/[^/]+\/$/, '')))[0]?.failing_since,
  ).toBeTruthy();
  await hurry();
  await eventually(async () => expect(receiver.received).toHaveLength(2));
  await hurry();
  const last = await eventually(async () => {
    const [entry] = await settled();
    expect(entry?.state).toBe('delivered');
    return entry;
  });
  expect(last).toMatchObject({ status: 204, tries: 3 });
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
  const again = expectData(await owner.client.post(`${path}deliveries/${last?.id}/retry/`));
  expect(again).toMatchObject({ state: 'queued', tries: 0 });
  await eventually(async () => expect(receiver.received).toHaveLength(4));
});

test('pauses a failing receiver for as long as it has failed, whatever else is queued', async () => {
  const { receiver, hook, send, settled } = await formWithWebhook();
  receiver.respondWith = (response) => {
    response.statusCode = 503;
    response.end();
  };
  await send('Ada');
  await settled(1);
  await server.sql(`update webhook set failing_since = now() - interval '20 minutes' where id = $1`, [
    hook.id,
  ]);
  await send('Bo');
  await settled(2);
  await send('Cy');
  const [row] = await eventually(async () => {
    const rows = await server.sql<{ minutes: number }>(
      `select extract(epoch from retry_at - now()) / 60 as minutes from webhook where id = $1`,
      [hook.id],
    );
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(15);
    return rows;
  });
  expect(Number(row?.minutes)).toBeLessThan(21);
  expect(receiver.received).toHaveLength(2);
});

test('follows no redirect, limits slow and endless responses, and still delivers to others', async () => {
  const { receiver, send, settled } = await formWithWebhook();
  const inside = await startReceiver();
  receiver.respondWith = (response) => response.writeHead(302, { location: inside.url }).end();
  await send();
  const [redirected] = await settled(1);
  expect(redirected).toMatchObject({ status: 302, state: 'queued' });
  expect(redirected?.error).toContain('Redirects are not followed');
  expect(inside.received).toHaveLength(0);

  const endless = await formWithWebhook();
  endless.receiver.respondWith = (response) => {
    const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.once('close', () => clearInterval(more));
  };
  await endless.send();
  expect((await endless.settled())[0]).toMatchObject({ status: 200, state: 'delivered' });

  const silent = await formWithWebhook();
  silent.receiver.respondWith = () => undefined;
  await silent.send();
  const [slow] = await silent.settled();
  expect(slow).toMatchObject({ status: null, state: 'queued', error: 'There was no answer in time.' });
});

test('delivers nothing to private addresses, in any notation', async () => {
  const { owner, form, send } = await formWithWebhook();
  const urls = [
    'http://127.0.0.2/x',
    'http://2130706434/x',
    'http://0x7f000002/x',
    'http://[::ffff:127.0.0.2]/x',
    'http://[::1]/x',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost6.invalid/x',
  ];
  const hooks: string[] = [];
  for (const url of urls) {
    const made = await owner.client.post(`forms/${form.id}/webhooks/`, { url });
    hooks.push(expectData(made, 201).id);
  }
  await send();
  for (const id of hooks) {
    const [entry] = await eventually(async () => {
      const entries = expectData(await owner.client.get(`forms/${form.id}/webhooks/${id}/deliveries/`));
      if (!entries[0]?.tries) throw new Error('not tried yet');
      return entries;
    });
    expect(entry?.status, id).toBeNull();
    expect(entry?.error).toMatch(/not a public address|There is no host/);
  }
});

test('refuses invalid addresses, addresses with a password, and too many webhooks', async () => {
  const { owner, form } = await formWithWebhook();
  for (const url of [
    'ftp://example.org',
    'javascript:alert(1)',
    'http://a:b@example.org',
    'example.org',
    '',
  ]) {
    expectRefusal(await owner.client.post(`forms/${form.id}/webhooks/`, { url }), 422, 'invalid_fields');
  }
  const socket = await owner.client.post(`forms/${form.id}/webhooks/`, { url: 'ws://hooks.example.org/in' });
  expectRefusal(socket, 422);
  expect(socket.body.fields?.url).toEqual(['Address is not a valid url: begin it with https:// or http://']);
  expectRefusal(
    await owner.client.post(`forms/${form.id}/webhooks/`, { url: 'https://example.org', events: ['x'] }),
    422,
  );
});

test('signs with both secrets after a rotation; a secret is shown once and stored encrypted', async () => {
  const { owner, path, hook, receiver, send, settled } = await formWithWebhook();
  const rotated = expectData(await owner.client.patch<Webhook>(path, { rotate_secret: true }));
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(hook.secret);
  await send();
  await settled();
  const [event] = receiver.received;
  expect(event && isSignedBy(hook.secret ?? '', event)).toBe(true);
  expect(event && isSignedBy(rotated.secret ?? '', event)).toBe(true);
  const listed = expectData(await owner.client.get<Webhook[]>(path.replace(/[^/]+\/$/, '')));
  expect(listed[0]).not.toHaveProperty('secret');
  const [row] = await server.sql<{ row: string }>('select webhook::text as row from webhook where id = $1', [
    hook.id,
  ]);
  expect(row?.row).not.toContain(rotated.secret?.slice(6));
});

test('delivers nothing while disabled, allows manual retries once enabled, and is deleted with its form', async () => {
  const { owner, path, receiver, send, settled, form, hook } = await formWithWebhook();
  expectData(await owner.client.patch(path, { is_active: false }));
  await send();
  expectRefusal(await owner.client.post(`${path}test/`), 409, 'webhook_off');
  expectData(await owner.client.patch(path, { is_active: true }));
  expectData(await owner.client.post(`${path}test/`));
  await settled();
  expect(receiver.received.map(({ body }) => body.event)).toEqual(['test']);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  // Hidden at once, purged in the background.
  await eventually(async () => {
    expect(await server.sql('select from webhook where id = $1', [hook.id])).toEqual([]);
    expect(await server.sql('select from webhook_delivery where webhook_id = $1', [hook.id])).toEqual([]);
  });
});

test('disables a webhook that fails for days, and keeps its missed deliveries', async () => {
  const { owner, path, receiver, send, settled, hook, hurry } = await formWithWebhook();
  receiver.respondWith = (response) => response.writeHead(500).end();
  await send();
  await settled();
  await server.sql("update webhook set failing_since = now() - interval '4 days' where id = $1", [hook.id]);
  await server.sql('update webhook_delivery set next_try_at = now() where webhook_id = $1', [hook.id]);
  await send();
  const list = path.replace(/[^/]+\/$/, '');
  await eventually(async () => {
    const [now] = expectData(await owner.client.get<Webhook[]>(list));
    expect(now).toMatchObject({ is_active: false });
    expect(now?.disabled_at).toBeTruthy();
  });
  receiver.respondWith = (response) => response.end();
  await hurry();
  await eventually(async () => {
    const entries = await settled();
    expect(entries.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});

test('requires the right to read submissions to create a webhook, and stops it when that is lost', async () => {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at);
  const editor = await addMember(server.client, at.owner, at.hub);
  const receiver = await startReceiver();
  const path = `forms/${form.id}/webhooks/`;
  expectRefusal(await editor.client.post(path, { url: receiver.url }), 403);
  expectRefusal(await server.client.post(path, { url: receiver.url }), 401);
  const role = async (people: object[]) =>
    expectData(await at.owner.client.put(`forms/${form.id}/access/`, { people }));
  await role([{ user_id: editor.user.id, role: 'editor' }]);
  const hook = expectData(await editor.client.post<Webhook>(path, { url: receiver.url }), 201);
  const other = await createPlace(server.client);
  const foreign = await createOpenForm(other.owner, other);
  expectRefusal(await other.owner.client.get(`forms/${foreign.id}/webhooks/${hook.id}/deliveries/`), 404);
  await role([]);
  const sent = await server.client.post(`public/forms/${form.slug}/submissions/`, {
    version: 1,
    values: { name: 'Bo' },
  });
  expectData(sent, 201);
  await eventually(async () => {
    const [row] = await server.sql<{ is_active: boolean }>('select is_active from webhook where id = $1', [
      hook.id,
    ]);
    expect(row?.is_active).toBe(false);
  });
  expect(receiver.received).toHaveLength(0);
});

test('delivers for a form editor who is an admin of the hub only while they edit it', async () => {
  const at = await createPlace(server.client);
  const space = await createSpace(at.owner, at.hub, { visibility: 'shared', default_role: 'viewer' });
  const admin = await addMember(server.client, at.owner, at.hub, 'admin');
  const form = await createOpenForm(admin, { hub: at.hub, space });
  const receiver = await startReceiver();
  const path = `forms/${form.id}/webhooks/`;
  const hook = expectData(await admin.client.post<Webhook>(path, { url: receiver.url }), 201);
  const body = { version: 1, values: { name: 'Bo' } };
  expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, body), 201);
  await eventually(async () => {
    const [entry] = expectData(await admin.client.get<Delivery[]>(`${path}${hook.id}/deliveries/`));
    expect(entry).toMatchObject({ state: 'delivered' });
  });
  expect(receiver.received[0]?.body).toMatchObject({ submission: { values: { name: 'Bo' } } });
});

test('notifies the creator by mail, and readers on screen, when and why a webhook is disabled', async () => {
  const mailing = await startServerWithMailForTest({ outbound: loopbackOnly() });
  const at = await createPlace(mailing.client);
  const form = await createOpenForm(at.owner, at);
  const register = () => registerUser(mailing.client);
  const [maker, failing, leaver] = await Promise.all([register(), register(), register()]);
  const makers = [maker, failing, leaver];
  const access = (people: TestAccount[]) =>
    at.owner.client.put(`forms/${form.id}/access/`, {
      people: people.map(({ user }) => ({ user_id: user.id, role: 'editor' })),
    });
  const pool = openPool(mailing.databaseUrl, 1);
  try {
    await pool.query('update app_user set is_email_verified = true');
    for (const { user } of makers) {
      const values = [at.hub.id, user.id];
      await pool.query("insert into membership (hub_id, user_id, role) values ($1, $2, 'member')", values);
    }
    expectData(await access(makers));
    const path = `forms/${form.id}/webhooks/`;
    const receiver = await startReceiver();
    receiver.respondWith = (response) => response.writeHead(500).end();
    const hooks = [];
    for (const { client } of makers) {
      hooks.push(expectData(await client.post<Webhook>(path, { url: receiver.url }), 201));
    }
    const [byHand, failed, left] = hooks;
    expectData(await at.owner.client.patch(`${path}${byHand?.id}/`, { is_active: false }));
    await pool.query("update webhook set failing_since = now() - interval '4 days' where id = $1", [
      failed?.id,
    ]);
    expectData(await access([maker, failing]));
    const body = { version: 1, values: { name: 'Bo' } };
    expectData(await mailing.client.post(`public/forms/${form.slug}/submissions/`, body), 201);
    const rows = await eventually(async () => {
      const listed = expectData(await at.owner.client.get<Webhook[]>(path));
      expect(listed.map(({ is_active }) => is_active)).toEqual([false, false, false]);
      return listed;
    });
    expect(rows.map(({ disabled_reason }) => disabled_reason)).toEqual([
      'by_hand',
      'failing',
      'maker_lost_access',
    ]);
    expect(rows.every(({ disabled_at }) => disabled_at !== null)).toBe(true);
    expect(rows.map(({ disabled_by }) => disabled_by?.id ?? null)).toEqual([at.owner.user.id, null, null]);
    const { host } = new URL(receiver.url);
    for (const [{ email }, text] of [
      [maker, 'turned off the webhook'],
      [failing, 'has failed for 3 days'],
      [leaver, 'you no longer have access'],
    ] as const) {
      const mail = await mailing.mail.mailTo(email, /webhook/);
      expect(mail.subject.replaceAll('\u2060', '')).toBe(`A webhook was turned off: ${host}`);
      expect(mail.text).toContain(text);
    }
    // Turning it on again clears the reason, and turning off one's own webhook sends no notification.
    const on = await at.owner.client.patch(`${path}${left?.id}/`, { is_active: true });
    expect(expectData(on)).toMatchObject({ disabled_at: null, disabled_reason: null, disabled_by: null });
    expectData(await at.owner.client.patch(`${path}${left?.id}/`, { is_active: false }));
    const toOwner = mailing.mail.mails.filter(({ envelope }) => envelope.to.includes(at.owner.email));
    expect(toOwner.filter(({ subject }) => subject.includes('webhook'))).toEqual([]);
  } finally {
    await pool.end();
  }
});

test('delivers all forms that admins may see to a hub webhook, by ids alone', async () => {
  const at = await createPlace(server.client);
  const admin = at.owner;
  const seen = await createOpenForm(admin, at, { title: 'Seen' });
  const hidden = await createOpenForm(admin, at, { title: 'Hidden', visibility: 'private' });
  const receiver = await startReceiver();
  const member = await addMember(server.client, at.owner, at.hub);
  expectRefusal(await member.client.in(at.hub).post('webhooks/', { url: receiver.url }), 403);
  const hook = expectData(
    await admin.client.in(at.hub).post('webhooks/', {
      url: receiver.url,
      events: ['submission.created'],
    }),
    201,
  );
  const submit = (form: { slug: string }, by = server.client) =>
    by.post(`public/forms/${form.slug}/submissions/`, { version: 1, values: { name: 'Secret words' } });
  expectData(await submit(hidden, admin.client), 201);
  expectData(await submit(seen), 201);
  await eventually(async () => expect(receiver.received).toHaveLength(1));
  expect(receiver.received[0]?.body.form).toMatchObject({ title: 'Seen' });
  expect(receiver.received[0]?.raw).not.toContain('Secret words');
  const log = expectData(await admin.client.in(at.hub).get(`webhooks/${hook.id}/deliveries/`));
  expect(log.map(({ form_id }) => form_id)).toEqual([seen.id]);
});

test('stops delivering a form that was hidden, and hides its name in earlier deliveries', async () => {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { title: 'Seen' });
  const receiver = await startReceiver();
  receiver.respondWith = (response) => response.writeHead(500).end();
  const inHub = at.owner.client.in(at.hub);
  const events = ['submission.created' as const];
  const hook = expectData(await inHub.post('webhooks/', { url: receiver.url, events }), 201);
  const body = { version: 1, values: { name: 'Bo' } };
  expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, body), 201);
  const log = async () => expectData(await inHub.get(`webhooks/${hook.id}/deliveries/`));
  await eventually(async () => expect((await log())[0]).toMatchObject({ tries: 1, form_id: form.id }));
  const change = { visibility: 'private', title: 'Secret merger' } as const;
  await changeForm(at.owner, form, change);
  await publishForm(at.owner, form);
  receiver.respondWith = (response) => response.end();
  await server.sql('update webhook_delivery set next_try_at = now() where webhook_id = $1', [hook.id]);
  await server.sql('update webhook set retry_at = null where id = $1', [hook.id]);
  expectData(await inHub.patch(`webhooks/${hook.id}/`, { is_active: true }));
  await eventually(async () => {
    const [entry] = await log();
    expect(entry).toMatchObject({ state: 'failed', form_id: null, submission_id: null });
  });
  expect(receiver.received).toHaveLength(1);
  expect(JSON.stringify(receiver.received)).not.toContain('merger');
});

test('delivers nothing for a form whose space is in the trash until it is restored', async () => {
  const { owner, hub, space, receiver, hook, send, settled } = await formWithWebhook();
  receiver.respondWith = (response) => response.writeHead(500).end();
  await send('Secret words');
  await settled();
  const before = receiver.received.length;
  receiver.respondWith = (response) => response.end();
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  const retry = 'update webhook_delivery set next_try_at = now() where webhook_id = $1';
  await server.sql(retry, [hook.id]);
  const jobs = () =>
    server.sql<{ waits: boolean }>(
      "select count(*) > 0 as waits from graphile_worker.jobs where key like '%' || $1",
      [hook.id],
    );
  await server.sql(
    "select graphile_worker.add_job('deliver-webhook', json_build_object('webhook', $1::text), job_key := 'try ' || $1)",
    [hook.id],
  );
  await eventually(async () => expect((await jobs())[0]?.waits).toBe(false));
  expect(receiver.received).toHaveLength(before);
  expectData(await owner.client.in(hub).post(`trash/spaces/${space.id}/restore/`));
  await send('More words');
  await eventually(async () => expect(receiver.received.length).toBeGreaterThanOrEqual(before + 2));
});
