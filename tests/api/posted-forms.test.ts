import { expect, test } from 'vitest';
import type { Submission } from '#lib/contract/answers.ts';
import type { CreateFormRequest, PublicForm } from '#lib/contract/form.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { expectData } from '#tests/harness/answers.ts';
import { createOpenForm, FIELDS } from '#tests/harness/forms.ts';
import { createPlace } from '#tests/harness/people.ts';
import { serverOfFile } from '#tests/harness/server-of-file.ts';

const server = serverOfFile();

const FILE = { id: 'f_file', name: 'file', label: 'File', type: 'file', required: false } as const;

async function open(given: Partial<CreateFormRequest> = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, given);
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/f/${form.slug}`, { method: 'POST', body, headers, redirect: 'manual' });
  const answers = async () =>
    expectData(await at.owner.client.get<Submission[]>(`forms/${form.id}/submissions/?page_size=100`));
  return { ...at, form, post, answers };
}

test('a posted answer is taken, and leads to a page that says so, whose link is in no address', async () => {
  const { form, post, answers } = await open({ settings: { editable: true } });
  const answer = await post(new URLSearchParams({ name: 'Ada', colour: 'red', unknown: 'x' }));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`/f/${form.slug}?sent=1`);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(new RegExp(`^hubkeep_sent=[^;]+; Path=/f/${form.slug}; HttpOnly; SameSite=Lax`));
  expect(decodeURIComponent(cookie)).not.toContain('edit=');
  expect((await answers()).map(({ values }) => values)).toEqual([{ name: 'Ada', colour: 'red' }]);
});

test('files come with it', async () => {
  const { post, answers } = await open({ fields: [...FIELDS, FILE] });
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('file', new Blob(['Words']), 'words.txt');
  expect((await post(form)).status).toBe(303);
  const [answer] = await answers();
  expect(answer?.values).toMatchObject({ name: 'Ada', file: expect.any(String) });
  const without = new FormData();
  without.append('name', 'Bo');
  without.append('file', new Blob([]), '');
  expect((await post(without)).status).toBe(303);
});

test('what is wrong is said in the words of the fields, and nothing is stored', async () => {
  const { post, answers } = await open();
  const answer = await post(new URLSearchParams({ colour: 'green' }));
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    fields: { name: ['Please enter Name'], colour: [expect.stringContaining('must be one of')] },
  });
  expect(await answers()).toEqual([]);
});

const MEASURED = [
  { id: 'f_amount', name: 'amount', label: 'Amount', type: 'number', required: false },
  { id: 'f_when', name: 'when', label: 'When', type: 'datetime', required: false },
] as const;

test('numbers and times are read as the form’s language and its hub’s region and time zone have them', async () => {
  const {
    owner,
    hub: own,
    form,
    post,
    answers,
  } = await open({
    fields: [...MEASURED],
    settings: { language: 'de' },
  });
  const hub = { locale: 'de-CH', time_zone: 'Europe/Zurich' };
  expect(expectData(await owner.client.patch<Hub>(`hubs/${own.domain_handle}/`, hub))).toMatchObject(hub);
  const shown = expectData(await server.client.get<PublicForm>(`public/forms/${form.slug}/`));
  expect(shown).toMatchObject(hub);
  expect((await post(new URLSearchParams({ amount: '1’500,5', when: '2026-07-01T09:30' }))).status).toBe(303);
  await owner.client.patch(`hubs/${own.domain_handle}/`, { locale: 'de-DE' });
  await owner.client.patch(`forms/${form.id}/`, { settings: { time_zone: 'Asia/Kathmandu' } });
  expect((await post(new URLSearchParams({ amount: '1.500', when: '2026-07-01T09:30' }))).status).toBe(303);
  expect((await answers()).map(({ values }) => values)).toEqual([
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

test('an ambiguous number and a time that clocks skip are asked about, and the chosen reading is stored', async () => {
  const { post, answers } = await open({
    fields: [...MEASURED],
    settings: { language: 'fr', time_zone: 'Europe/Paris' },
  });
  const typed = { amount: '1.500', when: '2026-03-29T02:30' };
  const asked = await post(new URLSearchParams(typed));
  expect(asked.status).toBe(422);
  expect((await asked.json()).fields).toEqual({
    amount: ['Amount can be read as 1500 or as 1,5; choose the one that you mean'],
    when: [expect.stringMatching(/^When is a time that does not exist.* choose .*01:30:00.* or .*03:30:00/)],
  });
  expect((await post(new URLSearchParams({ amount: '12345678901234567' }))).status).toBe(422);
  expect((await post(new URLSearchParams({ amount: '1e-400' }))).status).toBe(422);
  expect(await answers()).toEqual([]);
  const chosen = { ':reading.amount': '1,5', ':reading.when': '2026-03-29T03:30:00+02:00' };
  expect((await post(new URLSearchParams({ ...typed, ...chosen }))).status).toBe(303);
  expect((await answers())[0]?.values).toEqual({ amount: 1.5, when: '2026-03-29T03:30:00+02:00' });
});

test('the same answer posted twice is stored once', async () => {
  const { post, answers } = await open();
  const body = () => new URLSearchParams({ name: 'Ada', ':key': 'k'.repeat(24) });
  expect((await post(body())).status).toBe(303);
  expect((await post(body())).status).toBe(303);
  expect(await answers()).toHaveLength(1);
});

test('reads phone numbers in the country that is chosen beside them, and says what is wanted where none is', async () => {
  const phone = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' };
  const others = {
    id: 'f_more',
    name: 'more',
    label: 'More',
    type: 'phone',
    multiple: true,
    required: false,
  };
  const { post, answers } = await open({ fields: [phone, others], settings: { language: 'de-AT' } });
  const body = (entries: [string, string][]) => post(new URLSearchParams(entries));
  const taken = await body([
    [':country:phone', 'DE'],
    ['phone', '0171 1234567'],
    [':country:more', 'AT'],
    ['more', '0664 1234567'],
    [':country:more', 'FR'],
    ['more', '06 12 34 56 78'],
    [':country:more', 'DE'],
    ['more', ''],
  ]);
  expect(taken.status).toBe(303);
  const values = { phone: '+491711234567', more: ['+436641234567', '+33612345678'] };
  expect((await answers()).map((answer) => answer.values)).toEqual([values]);
  expect((await body([['phone', '００４９（０）１７１－１２３４５６７ ']])).status).toBe(303);
  expect((await answers())[0]?.values).toEqual({ phone: '+491711234567' });
  const refused = await body([
    [':country:phone', 'DE'],
    ['phone', '12'],
  ]);
  expect(refused.status).toBe(422);
});

test('another site can post nothing, by whatever way its browser says where it is', async () => {
  const { post, answers } = await open();
  const body = () => new URLSearchParams({ name: 'Ada' });
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of elsewhere) expect((await post(body(), headers)).status).toBe(403);
  expect(await answers()).toEqual([]);
});

test('a form that the visitor may not see answers as one that is not there', async () => {
  const { post } = await open({ visibility: 'private' });
  expect((await post(new URLSearchParams({ name: 'Ada' }))).status).toBe(404);
  const none = await fetch(`${server.url}/f/nothing-here`, { method: 'POST', body: new URLSearchParams() });
  expect(none.status).toBe(404);
});

test('a machine that fills the field that nobody sees is refused', async () => {
  const { post, answers } = await open({ settings: { spam: 'honeypot_and_rate' } });
  const answer = await post(new URLSearchParams({ name: 'Ada', ':website': 'https://spam.example' }));
  expect(answer.status).toBe(422);
  expect(await answers()).toEqual([]);
});

test('more than a form takes is not read to its end', async () => {
  const { post } = await open();
  const answer = await post(new URLSearchParams({ name: 'x'.repeat(1_200_000) }));
  expect(answer.status).toBe(413);
});
