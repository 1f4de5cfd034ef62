import { expect, test, vi } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createOpenForm, FORM_FIELDS } from '#tests/harness/forms.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startMailServerForTest } from '#tests/harness/server-with-mail.ts';
import { startReceiver } from '#tests/harness/webhook-receiver.ts';

test('loses no submission and mails none twice when the process is killed while they arrive', async () => {
  const { env, client } = await createKillableServer();
  // Neither responds: mails and deliveries are in progress when the process is killed.
  const silent = await startMailServerForTest({ silent: true });
  const receiver = await startReceiver();
  receiver.respondWith = () => undefined;

  const first = await startKillable({ ...env, SMTP_URL: silent.url });
  const at = await createPlace(client);
  const fields = [...FORM_FIELDS, { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' }];
  const settings = { receipt_field: 'f_mail', notify: ['team@example.test'] };
  const form = await createOpenForm(at.owner, at, { fields, settings });
  expectData(await at.owner.client.post(`forms/${form.id}/webhooks/`, { url: receiver.url }), 201);
  const values = { name: 'Bo', mail: 'bo@example.test' };
  expectData(await client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
  await vi.waitFor(() => expect(silent.connections() + receiver.received.length).toBeGreaterThan(0), {
    timeout: 20_000,
  });
  await first.kill();

  const before = receiver.received.length;
  receiver.respondWith = (response) => response.end();
  const mail = await startMailServerForTest();
  await startKillable({ ...env, SMTP_URL: mail.url });
  await mail.mailTo('bo@example.test', /Your answer/);
  await mail.mailTo('team@example.test', /New answer/);
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), { timeout: 60_000 });
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
  const notifications = mail.mails.filter(({ subject }) => /answer/i.test(subject));
  expect(notifications.map(({ envelope }) => envelope.to[0]).sort()).toEqual([
    'bo@example.test',
    'team@example.test',
  ]);
}, 180_000);
