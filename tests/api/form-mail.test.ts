import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { changeForm, createOpenForm, FORM_FIELDS, type FormInput } from '#tests/harness/forms.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerWithMail, startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { linkIn } from '#tests/harness/smtp.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

type Running = Awaited<ReturnType<typeof startServerWithMail>>;
let server: Running;
beforeAll(async () => {
  server = await startServerWithMail();
});
afterAll(() => server.stop());

const MAIL = { id: 'f_mail', name: 'mail', label: 'Your address', type: 'email', required: false } as const;
const fields = [...FORM_FIELDS, MAIL];
let nth = 0;
const address = () => `answerer-${process.pid}-${++nth}@example.test`;

async function open(settings: FormInput['settings'] = {}, title = 'Regatta', on: Running = server) {
  const at = await createPlace(on.client);
  const form = await createOpenForm(at.owner, at, {
    title,
    fields,
    settings: { receipt_field: 'f_mail', ...settings },
  });
  const send = (values: Record<string, unknown>, headers: Record<string, string> = {}) =>
    on.client.post(
      `public/forms/${form.slug}/submissions/`,
      { version: 1, values: { name: 'Bo', ...values } },
      { headers },
    );
  return { ...at, form, send };
}

const mailsTo = (to: string) => server.mail.mails.filter(({ envelope }) => envelope.to.includes(to));

test('mails a receipt with the confirmation, the submitted values, the link and a PDF', async () => {
  const { form, send } = await open({ editable: true, confirmation: 'See you\nat the boathouse.' });
  const to = address();
  const { edit_url } = expectData(await send({ mail: to, colour: 'red' }), 201);
  const mail = await server.mail.mailTo(to);
  expect(mail.subject).toBe('Your answer to Regatta');
  expect(mail.envelope.to).toEqual([to]);
  for (const text of ['See you', 'at the boathouse', 'Name', 'Bo', 'Colour', 'Red', 'Your address']) {
    expect(mail.text, text).toContain(text);
    expect(mail.html, text).toContain(text);
  }
  expect(linkIn(mail).href).toBe(edit_url);
  expect(new URL(edit_url ?? '').pathname).toBe(`/f/${form.slug}`);
  expect(mail.raw).toContain('Content-Type: application/pdf');
  expect(mail.raw).not.toContain('answer.txt');
  expect(mail.html).not.toMatch(/<(?:img|script|link|style)\b/);
});

test('attaches the whole text when the PDF font lacks letters', async () => {
  const { send } = await open();
  const to = address();
  expectData(await send({ mail: to, name: 'Москва 東京' }), 201);
  const mail = await server.mail.mailTo(to);
  expect(mail.text).toContain('Москва 東京');
  expect(mail.raw).toContain('answer.txt');
  expect(mail.raw).toContain('Content-Type: text/plain');
});

test('writes the receipt and its mail in the language of the submission', async () => {
  const { send } = await open({ language: 'de', editable: true });
  const to = address();
  expectData(await send({ mail: to, name: 'Москва' }), 201);
  const { raw, subject, text: decoded, html } = await server.mail.mailTo(to);
  expect(subject).toBe('Ihre Antwort auf „Regatta“');
  expect(decoded).toContain('Ihre Antwort auf „Regatta“ ist angekommen.');
  expect(decoded).toContain('Antwort ändern:\nhttp');
  expect(decoded).not.toContain('You get this');
  expect(html).toContain('<html lang="de">');
  const [, encoded = ''] = raw.split('filename=answer.txt')[1]?.split(/\r?\n\r?\n/) ?? [];
  const text = Buffer.from(encoded.replace(/--.*$/s, ''), 'base64').toString();
  expect(text).toMatch(/^Regatta\nGegeben am \d{1,2}\. \p{L}+ \d{4} um \d{2}:\d{2} UTC\nNummer /u);
});

test('sends no receipt without an address, or when the form has receipts disabled', async () => {
  const { owner, form, send } = await open();
  expectData(await send({}), 201);
  await changeForm(owner, form, { settings: { receipt_field: null } });
  const to = address();
  expectData(await send({ mail: to }), 201);
  // Mails are sent in order: the one that is awaited comes after the one that must not be sent.
  const last = address();
  await changeForm(owner, form, { settings: { receipt_field: 'f_mail' } });
  expectData(await send({ mail: last }), 201);
  await server.mail.mailTo(last);
  expect(mailsTo(to)).toEqual([]);
});

test('keeps submitted values as text: no header, link or markup in mails', async () => {
  const { send } = await open({}, 'Win Bcc: eve@example.org https://evil.example');
  const to = address();
  const name = 'https://evil.example/login\r\nBcc: eve@example.org\r\n\r\n<img src=x onerror=alert(1)>';
  expectData(await send({ mail: to, name: name.replace(/[\r\n]+/g, ' ') }), 201);
  const mail = await server.mail.mailTo(to);
  expect(mail.envelope.to).toEqual([to]);
  expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false);
  expect(mail.text).not.toContain('https://evil.example/login');
  expect(mail.html).not.toContain('<img');
  expectRefusal(await send({ mail: `${to}\r\nBcc: eve@example.org` }), 422);
  expectRefusal(await send({ mail: `${to}, eve@example.org` }), 422);
});

test('notifies the team of a submission with a link and the respondent as reply-to', async () => {
  const [one, two] = [address(), address()];
  const { owner, hub, space, form, send } = await open({ notify: [one, two], receipt_field: null });
  const respondent = address();
  const { id } = expectData(await send({ name: 'Ada', colour: 'red', mail: respondent }), 201);
  for (const to of [one, two]) {
    const mail = await server.mail.mailTo(to);
    expect(mail.subject).toBe('New answer: Regatta');
    for (const text of ['Name', 'Ada', 'Colour', 'Red']) {
      expect(mail.text, text).toContain(text);
      expect(mail.html, text).toContain(text);
    }
    expect(mail.headers.find(({ key }) => key === 'reply-to')?.value).toBe(respondent);
    const link = linkIn(mail);
    expect(link.pathname).toBe(`/${hub.domain_handle}/${space.slug}/forms/${form.id}`);
    expect(link.searchParams.get('tab')).toBe('answers');
    expect(link.searchParams.get('answer')).toBe(id);
  }
  expectData(await send({ name: 'Bo' }), 201);
  const unnamed = await server.mail.mailTo(one);
  expect(unnamed.headers.some(({ key }) => key === 'reply-to')).toBe(false);
  await changeForm(owner, form, { settings: { notify: [] } });
});

test('sends no submission when the member who chose the recipients may no longer read it or choose them', async () => {
  const to = address();
  const { owner, hub, form, send } = await open({ receipt_field: null });
  const [editor, admin] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const pool = openPool(server.databaseUrl, 1);
  try {
    const join = 'insert into membership (hub_id, user_id, role) values ($1, $2, $3)';
    await pool.query(join, [hub.id, editor.user.id, 'member']);
    await pool.query(join, [hub.id, admin.user.id, 'admin']);
  } finally {
    await pool.end();
  }
  const access = (people: object[]) => owner.client.put(`forms/${form.id}/access/`, { people });
  expectData(await access([{ user_id: editor.user.id, role: 'editor' }]));
  const settings = { notify: [to] };
  expectRefusal(await admin.client.patch(`forms/${form.id}/`, { settings }), 403);
  const hasSubmissionValues = async () =>
    expectData(await owner.client.get(`forms/${form.id}/`)).notify_has_answers;
  expect(await hasSubmissionValues()).toBeNull();
  await changeForm(editor, form, { settings });
  expect(await hasSubmissionValues()).toBe(true);
  expectData(await access([]));
  expect(await hasSubmissionValues()).toBe(false);
  const { id } = expectData(await send({ name: 'Secret words', mail: address() }), 201);
  const mail = await server.mail.mailTo(to);
  expect(mail.raw).not.toContain('Secret words');
  expect(mail.headers.some(({ key }) => key === 'reply-to')).toBe(false);
  expect(linkIn(mail).searchParams.get('answer')).toBe(id);
  // Everybody who may change the form may keep the list or shorten it.
  expectData(await admin.client.patch(`forms/${form.id}/`, { settings }));
});

test('notifies once of a submission that is sent twice with one key', async () => {
  const to = address();
  const { send } = await open({ notify: [to], receipt_field: null });
  const key = { 'idempotency-key': `once-${to}` };
  await Promise.all([1, 2, 3, 4].map(() => send({ name: 'Once' }, key)));
  expectData(await send({ name: 'Once' }, key), 201);
  await server.mail.mailTo(to);
  expect(mailsTo(to)).toHaveLength(1);
});

test('sends no mail for a refused submission', async () => {
  const to = address();
  const { send } = await open({ notify: [to], max_submissions: 1 });
  expectData(await send({}), 201);
  expectRefusal(await send({}), 409, 'form_full');
  await server.mail.mailTo(to);
  expect(mailsTo(to)).toHaveLength(1);
});

test('queues no mail, delivery, notification or row for submissions that an archive brings', async () => {
  const to = address();
  const at = await open({ notify: [to] });
  const { owner, hub, form } = at;
  expectData(await owner.client.in(hub).post('webhooks/', { url: 'https://hooks.example.test/' }), 201);
  const name = { id: 'name', name: 'name', label: 'Name', type: 'text' };
  const table = await createTable(owner, at, [name]);
  const destination = { item_id: table.id, mapping: { f_name: 'name' } };
  expectData(await owner.client.put(`forms/${form.id}/table/`, destination));
  expectData(await at.send({ mail: to }), 201);
  const pool = openPool(server.databaseUrl, 1);
  onTestFinished(() => pool.end());
  const inHub = async (text: string) => (await pool.query(text, [hub.id])).rows[0];
  const queued = async () => ({
    mails: (await pool.query('select count(*)::int as count from outgoing_mail')).rows[0],
    deliveries: await inHub(`select count(*)::int as count from webhook_delivery
      where form_id in (select form.id from form join space on space.id = form.space_id where space.hub_id = $1)`),
    notifications: await inHub('select count(*)::int as count from notification where hub_id = $1'),
    rows: (await readRows(owner, table)).length,
  });
  const before = await queued();
  expect(before).toMatchObject({ mails: { count: expect.any(Number) }, deliveries: { count: 1 }, rows: 1 });
  const bytes = await exportSpace(owner, at);
  const space = await createSpace(owner, hub, { name: 'Copy' });
  expect(await importArchive({ owner, hub, space }, { bytes })).toMatchObject({ state: 'ready' });
  const [copy] = expectData(await owner.client.in(hub).get(`spaces/${space.slug}/forms/`));
  expect(expectData(await owner.client.get(`forms/${copy?.id}/submissions/`))).toHaveLength(1);
  expect(await queued()).toEqual(before);
});

test('limits the mails of a form without telling the respondent', async () => {
  const limited = await startServerWithMailForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
  const to = address();
  const { send } = await open({ notify: ['team@example.test'] }, 'Bomb', limited);
  for (let count = 0; count < 8; count += 1) expectData(await send({ mail: to }), 201);
  await eventually(async () => {
    expect(limited.mail.mails.filter(({ subject }) => subject.startsWith('New answer'))).toHaveLength(8);
  });
  expect(limited.mail.mails.filter(({ envelope }) => envelope.to.includes(to))).toHaveLength(5);
});
