import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createOpenForm, FORM_FIELDS, type FormInput, field } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const FILE = { id: 'f_file', name: 'file', label: 'File', type: 'file', required: false } as const;

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, input);
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/f/${form.slug}`, { method: 'POST', body, headers, redirect: 'manual' });
  const listSubmissions = async () =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/?page_size=100`));
  return { ...at, form, post, listSubmissions };
}

test('accepts a posted form and redirects to a confirmation without a secret in the URL', async () => {
  const { form, post, listSubmissions } = await open({ settings: { editable: true } });
  const response = await post(new URLSearchParams({ name: 'Ada', colour: 'red', unknown: 'x' }));
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/f/${form.slug}?sent=1`);
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(new RegExp(`^hubkeep_sent=[^;]+; Path=/f/${form.slug}; HttpOnly; SameSite=Lax`));
  expect(decodeURIComponent(cookie)).not.toContain('edit=');
  expect((await listSubmissions()).map(({ values }) => values)).toEqual([{ name: 'Ada', colour: 'red' }]);
});

test('accepts files in a posted form', async () => {
  const { post, listSubmissions } = await open({ fields: [...FORM_FIELDS, FILE] });
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('file', new Blob(['Words']), 'words.txt');
  expect((await post(form)).status).toBe(303);
  const [submission] = await listSubmissions();
  expect(submission?.values).toMatchObject({ name: 'Ada', file: expect.any(String) });
  const without = new FormData();
  without.append('name', 'Bo');
  without.append('file', new Blob([]), '');
  expect((await post(without)).status).toBe(303);
});

test('shows errors under their fields and stores nothing', async () => {
  const { post, listSubmissions } = await open();
  const response = await post(new URLSearchParams({ colour: 'green' }));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    fields: { name: ['Please enter Name'], colour: [expect.stringContaining('must be one of')] },
  });
  expect(await listSubmissions()).toEqual([]);
});

const MEASURED = [
  { id: 'f_amount', name: 'amount', label: 'Amount', type: 'number', required: false },
  { id: 'f_when', name: 'when', label: 'When', type: 'datetime', required: false },
] as const;

test('parses numbers and times by the form’s language and the hub’s region and time zone', async () => {
  const {
    owner,
    hub: own,
    form,
    post,
    listSubmissions,
  } = await open({
    fields: [...MEASURED],
    settings: { language: 'de' },
  });
  const hub = { locale: 'de-CH', time_zone: 'Europe/Zurich' };
  expect(expectData(await owner.client.patch(`hubs/${own.domain_handle}/`, hub))).toMatchObject(hub);
  const shown = expectData(await server.client.get(`public/forms/${form.slug}/`));
  expect(shown).toMatchObject(hub);
  expect((await post(new URLSearchParams({ amount: '1’500,5', when: '2026-07-01T09:30' }))).status).toBe(303);
  await owner.client.patch(`hubs/${own.domain_handle}/`, { locale: 'de-DE' });
  await owner.client.patch(`forms/${form.id}/`, { settings: { time_zone: 'Asia/Kathmandu' } });
  expect((await post(new URLSearchParams({ amount: '1.500', when: '2026-07-01T09:30' }))).status).toBe(303);
  expect((await listSubmissions()).map(({ values }) => values)).toEqual([
    { amount: 1500, when: '2026-07-01T09:30:00+05:45' },
    { amount: 1500.5, when: '2026-07-01T09:30:00+02:00' },
  ]);
  const refused = await owner.client.patch(`hubs/${own.domain_handle}/`, {
    locale: 'no_locale',
    time_zone: 'Mars/Olympus',
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { locale: [expect.any(String)], time_zone: [expect.any(String)] } },
  });
});

test('asks about an ambiguous number and a skipped time, and stores the chosen reading', async () => {
  const { post, listSubmissions } = await open({
    fields: [...MEASURED],
    settings: { language: 'fr', time_zone: 'Europe/Paris' },
  });
  const typed = { amount: '1.500', when: '2026-03-29T02:30' };
  const response = await post(new URLSearchParams(typed));
  expect(response.status).toBe(422);
  expect((await response.json()).fields).toEqual({
    amount: ['Amount can be read as 1500 or as 1,5; choose the one that you mean'],
    when: [expect.stringMatching(/^When is a time that does not exist.* choose .*01:30:00.* or .*03:30:00/)],
  });
  expect((await post(new URLSearchParams({ amount: '12345678901234567' }))).status).toBe(422);
  expect((await post(new URLSearchParams({ amount: '1e-400' }))).status).toBe(422);
  expect(await listSubmissions()).toEqual([]);
  const chosen = { ':reading.amount': '1,5', ':reading.when': '2026-03-29T03:30:00+02:00' };
  expect((await post(new URLSearchParams({ ...typed, ...chosen }))).status).toBe(303);
  expect((await listSubmissions())[0]?.values).toEqual({ amount: 1.5, when: '2026-03-29T03:30:00+02:00' });
});

test('asks about one ambiguous number of several, and stores the reading chosen for it', async () => {
  const { post, listSubmissions } = await open({
    fields: [{ name: 'amounts', label: 'Amounts', type: 'number', multiple: true }],
    settings: { language: 'fr' },
  });
  const typed = ['3', '1.500', '2.250'].map((text) => ['amounts', text]);
  const response = await post(new URLSearchParams(typed));
  expect(response.status).toBe(422);
  expect((await response.json()).fields).toEqual({
    'amounts[1]': [expect.stringContaining('can be read as 1500 or as 1,5')],
    'amounts[2]': [expect.stringContaining('can be read as 2250 or as 2,25')],
  });
  const chosen = [
    [':reading.amounts[1]', '1,5'],
    [':reading.amounts[2]', '2250'],
  ];
  expect((await post(new URLSearchParams([...chosen, ...typed]))).status).toBe(303);
  expect((await listSubmissions())[0]?.values).toEqual({ amounts: [3, 1.5, 2250] });
});

test('stores one submission when a form is posted twice', async () => {
  const { post, listSubmissions } = await open();
  const body = () => new URLSearchParams({ name: 'Ada', ':key': 'k'.repeat(24) });
  expect((await post(body())).status).toBe(303);
  expect((await post(body())).status).toBe(303);
  expect(await listSubmissions()).toHaveLength(1);
});

test('parses phone numbers in the country chosen beside them, and explains the format without one', async () => {
  const phone = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' };
  const others = {
    id: 'f_more',
    name: 'more',
    label: 'More',
    type: 'phone',
    multiple: true,
    required: false,
  };
  const people = {
    ...{ id: 'f_people', name: 'people', label: 'People', type: 'form', multiple: true, required: false },
    fields: [{ ...phone, id: 'f_own', required: false }],
  };
  const { post, listSubmissions } = await open({
    fields: [phone, others, people],
    settings: { language: 'de-AT' },
  });
  const body = (entries: [string, string][]) => post(new URLSearchParams(entries));
  const taken = await body([
    [':country:phone', 'DE'],
    ['phone', '0171 1234567'],
    [':country:more', 'AT'],
    ['more', '0664 1234567'],
    [':country:more', 'CH'],
    ['more', ''],
    [':country:more', 'FR'],
    ['more', '06 12 34 56 78'],
    [':country:people[0].phone', 'CH'],
    ['people[0].phone', ''],
    [':country:people[2].phone', 'CH'],
    ['people[2].phone', '044 668 18 00'],
  ]);
  expect(taken.status).toBe(303);
  const values = {
    phone: '+491711234567',
    more: ['+436641234567', '+33612345678'],
    people: [{ phone: '+41446681800' }],
  };
  const [first] = await listSubmissions();
  expect(first?.values).toEqual(values);
  // As it was typed, not as it was parsed.
  expect(first?.typed).toEqual({
    phone: '0171 1234567',
    'more[0]': '0664 1234567',
    'more[1]': '06 12 34 56 78',
    'people[0].phone': '044 668 18 00',
  });
  expect((await body([['phone', '００４９（０）１７１－１２３４５６７ ']])).status).toBe(303);
  expect((await listSubmissions())[0]?.values).toEqual({ phone: '+491711234567' });
  const refused = await body([
    [':country:phone', 'DE'],
    ['phone', '12'],
  ]);
  expect(refused.status).toBe(422);
  expect((await refused.json()).hints).toEqual({ phone: [expect.stringContaining('Germany')] });
});

test('refuses posts from other sites, by every header that names the origin', async () => {
  const { post, listSubmissions } = await open();
  const body = () => new URLSearchParams({ name: 'Ada' });
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of elsewhere) expect((await post(body(), headers)).status).toBe(403);
  expect(await listSubmissions()).toEqual([]);
});

test('returns the same page for a hidden form as for a missing one', async () => {
  const { post } = await open({ visibility: 'private' });
  expect((await post(new URLSearchParams({ name: 'Ada' }))).status).toBe(404);
  const none = await fetch(`${server.url}/f/nothing-here`, { method: 'POST', body: new URLSearchParams() });
  expect(none.status).toBe(404);
});

test('refuses a post that fills the honeypot field', async () => {
  const { post, listSubmissions } = await open({ settings: { spam: 'honeypot_and_rate' } });
  const response = await post(new URLSearchParams({ name: 'Ada', ':website': 'https://spam.example' }));
  expect(response.status).toBe(422);
  expect(await listSubmissions()).toEqual([]);
});

const TEXTAREAS = Array.from({ length: 15 }, (_, n) => field(`t${n}`, `Text ${n}`, 'textarea'));
const ROW = Array.from({ length: 12 }, (_, n) => field(`c${n}`, `Cell ${n}`, 'text', { required: false }));
const ROWS = field('rows', 'Rows', 'form', { multiple: true, fields: ROW });

test('returns 413 and stores nothing when the texts of a multipart post exceed what the API accepts', async () => {
  const { post, listSubmissions } = await open({ fields: [...TEXTAREAS, FILE] });
  const body = (length: number) => {
    const form = new FormData();
    for (const { name } of TEXTAREAS) form.append(name, 'x'.repeat(length));
    return form;
  };
  const refused = await post(body(90_000));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 'too_large' });
  expect(await listSubmissions()).toEqual([]);
  expect((await post(body(60_000))).status).toBe(303);
  const [stored] = await listSubmissions();
  expect(Object.keys(stored?.values ?? {})).toHaveLength(15);
});

test('stores every row of a submission with more than 10,000 entries', async () => {
  const { post, listSubmissions } = await open({ fields: [ROWS] });
  const body = new URLSearchParams();
  for (let row = 0; row < 900; row += 1)
    for (const { name } of ROW) body.append(`rows[${row}].${name}`, `v${row}`);
  expect((await post(body)).status).toBe(303);
  const [stored] = await listSubmissions();
  const rows = stored?.values.rows;
  expect(Array.isArray(rows) && rows.length).toBe(900);
  expect(Array.isArray(rows) && rows.at(-1)).toEqual(
    Object.fromEntries(ROW.map(({ name }) => [name, 'v899'])),
  );
});

test('returns 422 under the field and stores nothing when there are more rows than a field accepts', async () => {
  const { post, listSubmissions } = await open({ fields: [ROWS] });
  const body = new URLSearchParams();
  for (let row = 0; row < 1001; row += 1) body.append(`rows[${row}].c0`, 'v');
  const refused = await post(body);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    fields: { rows: ['Rows cannot have more than 1000 entries'] },
  });
  expect(await listSubmissions()).toEqual([]);
});

test('accepts a text of a megabyte in a script that URL encoding makes three times as long', async () => {
  const { post, listSubmissions } = await open({ fields: TEXTAREAS.slice(0, 3) });
  const text = '字'.repeat(100_000);
  expect((await post(new URLSearchParams({ t0: text, t1: text, t2: text }))).status).toBe(303);
  expect((await listSubmissions())[0]?.values.t2).toBe(text);
});

test('names the fields that are too long or too many when a submission is too large', async () => {
  const { post } = await open({ fields: [...TEXTAREAS, ROWS] });
  const body = new URLSearchParams(TEXTAREAS.map(({ name }) => [name, 'x'.repeat(90_000)]));
  body.set('t1', 'x'.repeat(100_001));
  for (let row = 0; row < 1001; row += 1) body.append(`rows[${row}].c0`, 'v');
  const refused = await post(body);
  expect(refused.status).toBe(413);
  expect((await refused.json()).fields).toEqual({
    t1: ['Text 1 cannot be longer than 100000 characters'],
    rows: ['Rows cannot have more than 1000 entries'],
  });
});

test('refuses a post over 8 MB of any content type, and names the text that was cut', async () => {
  const { post, listSubmissions } = await open({ fields: [...FORM_FIELDS, FILE] });
  const encoded = new URLSearchParams({ colour: 'red', name: 'x'.repeat(9_000_000) });
  const form = new FormData();
  form.append('colour', 'red');
  form.append('name', 'x'.repeat(9_000_000));
  for (const body of [encoded, form]) {
    const refused = await post(body);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      code: 'too_large',
      fields: { name: [expect.stringContaining('Only the beginning of this text is here')] },
    });
  }
  expect(await listSubmissions()).toEqual([]);
});

test('returns an error page in the browser’s language when a post is not read to its end', async () => {
  const { post, listSubmissions } = await open({ fields: TEXTAREAS });
  const send = (accept: string, body: URLSearchParams) =>
    post(body, { accept, 'accept-language': 'xx, de-AT;q=0.9, en;q=0.5' });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const many = new URLSearchParams(Array.from({ length: 100_001 }, () => ['t0', '']));
  const long = new URLSearchParams(Array.from({ length: 30 }, () => ['t0', 'x'.repeat(400_000)]));
  for (const body of [long, many]) {
    const refused = await send(browser, body);
    expect(refused.status).toBe(413);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await refused.text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('Kürzen Sie sie');
    const program = await send('application/json', body);
    expect(await program.json()).toMatchObject({ code: 'too_large' });
  }
  // What may succeed later is sent again by reloading the page: Back may lead to an empty form.
  const halfSent = '--x\r\nContent-Disposition: form-data; name="t0"\r\n\r\nAda';
  const type = {
    accept: browser,
    'accept-language': 'de',
    'content-type': 'multipart/form-data; boundary=x',
  };
  const broken = await post(halfSent, type);
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain('Wenn Sie diese Seite neu laden');
  expect(await listSubmissions()).toEqual([]);
});
