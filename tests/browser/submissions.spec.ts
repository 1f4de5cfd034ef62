import type { Page } from '@playwright/test';
import type { Form } from '#lib/contract/form.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import {
  changeForm,
  createOpenForm,
  type FormInput,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';

const optional = { required: false };
const FIELDS = [
  { id: 'f_name', name: 'name', label: 'Your name', type: 'text' },
  {
    id: 'f_colour',
    name: 'colour',
    label: 'Colour',
    type: 'select',
    ...optional,
    options: [
      { id: 'r', label: 'Red' },
      { id: 'b', label: 'Blue' },
    ],
  },
  { id: 'f_age', name: 'age', label: 'Age', type: 'number', ...optional },
  { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', ...optional },
  {
    id: 'f_guests',
    name: 'guests',
    label: 'Guests',
    type: 'form',
    multiple: true,
    ...optional,
    fields: [{ id: 'f_who', name: 'who', label: 'Guest’s name', type: 'text' }],
  },
];

async function setUp(page: Page, api: Client, input: FormInput = {}) {
  const place = await createPlace(api);
  const form: Form = await createOpenForm(place.owner, place, {
    title: 'Summer party',
    fields: FIELDS,
    ...input,
  });
  const send = async (values: Record<string, unknown>, version = 1) =>
    expectData(await api.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201).id;
  await signIn(page, place.owner);
  const path = `/${place.hub.domain_handle}/${place.space.slug}/forms/${form.id}?tab=answers`;
  return { ...place, form, send, path };
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('an empty responses tab explains how to get responses, and updates when the first one arrives', async ({
  page,
  api,
}) => {
  const { form, send, path } = await setUp(page, api);
  await openConnectedPage(page, path);
  await expect(page.getByText('No answers yet')).toBeVisible();
  await expect(page.getByText('Anyone who has the link can fill the form in')).toBeVisible();
  await expect(page.getByLabel('Search in answers')).toHaveCount(0);
  await expect(page.getByLabel('Link to the form', { exact: true })).toHaveValue(
    new RegExp(`/f/${form.slug}$`),
  );
  await expectAccessible(page);
  await send({ name: 'Ada' });
  await expect(page.getByText('1 new answer')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await expect(rowOf(page, 'Ada')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Table' })).toBeFocused();
  await expectFitsPhone(page);
});

test('sorts and filters the table with readable conditions, and shows the chosen columns', async ({
  page,
  api,
}) => {
  const { owner, form, send, path } = await setUp(page, api);
  await send({ name: `Ada ${'x'.repeat(240)}`, colour: 'r', age: 36 });
  await send({ name: 'Bo', colour: 'b', age: 7, guests: [{ who: 'Cy' }, { who: 'Di' }] });
  await changeForm(owner, form, {
    fields: [{ ...FIELDS[0], name: 'full', label: 'Full name' }, ...FIELDS.slice(1)],
  });
  await publishForm(owner, form);
  await send({ full: 'Eve', age: 20 }, 2);
  await openPage(page, path);
  const names = page.locator('tbody tr td:nth-child(4)');
  await expect(names).toHaveText([/^Eve$/, /^Bo$/, /^Ada/]);
  await page.getByRole('button', { name: 'Age', exact: true }).click();
  await expect(names).toHaveText([/^Bo$/, /^Eve$/, /^Ada/]);
  await expect(page.getByRole('columnheader', { name: 'Age', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectFitsPhone(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Filter by a field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption({ label: 'Age' });
  await dialog.getByLabel('Must').selectOption({ label: 'is more than' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Please enter Value')).toBeVisible();
  await dialog.getByLabel('Value').fill('10');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(names).toHaveText([/^Eve$/, /^Ada/]);
  const total = (text: string) =>
    expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();
  await total('2 of 3 answers');
  await page.getByLabel('Search in answers').fill('ada');
  await expect(names).toHaveText([/^Ada/]);
  await total('1 of 3 answers');
  await page.reload({ waitUntil: 'networkidle' });
  await expect(names).toHaveText([/^Ada/]);
  await total('1 of 3 answers');
  const takeAway = page.getByRole('button', { name: 'Take away: Age is more than 10' });
  await takeAway.click();
  await expect(takeAway).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await expect(names).toHaveCount(3);

  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('checkbox', { name: 'Full name' }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader', { name: 'Full name', exact: true })).toHaveCount(0);
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('columnheader', { name: 'Guests', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Full name', exact: true })).toHaveCount(0);
});

test('shows submissions first on a phone, and filters on request', async ({ page, api }) => {
  const { send, path } = await setUp(page, api);
  await send({ name: 'Ada' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, path);
  await expect(rowOf(page, 'Ada')).toBeVisible();
  const states = page.getByRole('search', { name: 'Filters' }).getByLabel('State');
  await expect(states).toBeHidden();
  await page.getByRole('button', { name: 'State, person, version, time' }).press('Enter');
  await states.selectOption({ label: 'Done' });
  await expect(rowOf(page, 'Ada')).toHaveCount(0);
  // What is filtered by is seen when the page is opened with it.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(states).toHaveValue('done');
  await expect(states).toBeVisible();
});

test('marks, assigns, trashes and restores selected submissions', async ({ page, api }) => {
  const { send, path } = await setUp(page, api);
  for (const name of ['Ada', 'Bo', 'Cy']) await send({ name });
  await openPage(page, path);
  await rowOf(page, 'Ada').getByRole('checkbox').check();
  await rowOf(page, 'Bo').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect(page.getByText('2 answers are marked.')).toBeVisible();
  await expect(rowOf(page, 'Ada').getByText('Done')).toBeVisible();
  await expect(rowOf(page, 'Cy').getByText('New')).toBeVisible();
  await rowOf(page, 'Cy').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ada Lovelace' }).click();
  await expect(page.getByText('1 answer is assigned.')).toBeVisible();
  await page.getByLabel('Assigned to').selectOption({ label: 'Me' });
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move these 3 answers to the trash?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('No answers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Deleted', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Ada' }).click();
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(rowOf(page, 'Ada')).toBeVisible();
});

test('corrects a submission, with its history and a warning for unsaved input', async ({ page, api }) => {
  const { send, path } = await setUp(page, api);
  const id = await send({ name: 'Ada', colour: 'r' });
  await openPage(page, `${path}&view=one&answer=${id}`);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct this answer' });
  await expectAccessible(page);
  await dialog.getByLabel('Your name').fill('');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(dialog.getByText('Please enter Your name').first()).toBeVisible();
  await dialog.getByLabel('Your name').fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Discard').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(page.getByText('The answer is corrected.')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('corrected it');
  await expect(history.locator('del')).toHaveText('Ada');
  await expect(history.locator('ins')).toHaveText('Ada Lovelace');
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('replaces a file of a corrected submission; the history has both', async ({ page, api }) => {
  const { form, send, path } = await setUp(page, api);
  const paper = await sendSubmissionFile(api, form, 'paper', { name: 'first.txt', bytes: 'First' });
  const id = await send({ name: 'Ada', paper });
  await openPage(page, `${path}&view=one&answer=${id}`);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct this answer' });
  await expect(dialog.getByText('first.txt')).toBeVisible();
  const second = { name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('Second') };
  await dialog.locator('input[type=file]').setInputFiles(second);
  await expect(dialog.getByText('second.txt', { exact: true })).toBeVisible();
  await expect(dialog.getByText('first.txt')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(page.getByText('The answer is corrected.')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.locator('del')).toHaveText(/first\.txt/);
  await expect(history.locator('ins')).toHaveText(/second\.txt/);
  for (const [name, text] of [
    ['first.txt', 'First'],
    ['second.txt', 'Second'],
  ] as const) {
    const href = await history.getByRole('link', { name }).getAttribute('href');
    expect(await (await page.request.get(href ?? '')).text()).toBe(text);
  }
});

test('reads submissions one by one, with notes, by mouse and keyboard', async ({ page, api }) => {
  const { owner, form, send, path } = await setUp(page, api);
  const paper = await sendSubmissionFile(api, form, 'paper', { name: 'my words.txt' });
  await send({ name: 'Ada', colour: 'r', paper, guests: [{ who: 'Cy' }] });
  await changeForm(owner, form, { title: 'Autumn party', fields: [{ ...FIELDS[0], label: 'Who are you?' }] });
  await publishForm(owner, form);
  await send({ name: 'Bo' }, 2);
  await openPage(page, path);
  await rowOf(page, 'Bo').getByRole('button').press('Enter');
  const submissionPanel = page.getByRole('article');
  await expect(submissionPanel).toBeFocused();
  await expect(submissionPanel).toContainText('Autumn party');
  await expect(submissionPanel).toContainText('Who are you?');
  await expect(page.getByRole('button', { name: 'Previous answer' })).toBeDisabled();
  await page.keyboard.press('j');
  await expect(submissionPanel).toContainText('Summer party');
  await expect(submissionPanel).toContainText('Your name');
  await expect(submissionPanel).toContainText('Cy');
  await expect(submissionPanel.getByRole('link', { name: 'my words.txt' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next answer' })).toBeDisabled();
  await expect(page.getByLabel('State').last()).toHaveValue('seen');
  await expectAccessible(page);
  await expectFitsPhone(page);

  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Please enter New note')).toBeVisible();
  const note = page.getByLabel('New note');
  await note.fill('Called, half of a');
  await expect(page.getByText('Not added yet')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Previous answer' }).click();
  await expect(submissionPanel).toContainText('Bo');
  await expect(note).toHaveValue('');
  await page.getByRole('button', { name: 'Next answer' }).click();
  await expect(submissionPanel).toContainText('Ada');
  await page.reload({ waitUntil: 'networkidle' });
  await expect(note).toHaveValue('Called, half of a');
  await note.fill('Called, comes with j friends');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  await expect(page.getByText('Called, comes with j friends')).toBeVisible();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByText('Called, comes with j friends')).toBeVisible();
  await expect(note).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('draft-keys'))).toBe('[]');
  await page.getByRole('button', { name: 'Delete this note' }).click();
  await expect(page.getByText('The note is deleted.')).toBeVisible();
  await page.locator('body').press('k');
  await expect(submissionPanel).toContainText('Bo');
  const next = page.getByRole('button', { name: 'Next answer' });
  await next.press('Enter');
  await expect(submissionPanel).toContainText('Ada');
  await expect(next).toBeFocused();

  // A note that arrives late does not bring back the answer that was left meanwhile.
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/notes/', async (route) => {
    await late;
    await route.continue();
  });
  await note.fill('Sent late');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Previous answer' }).click();
  await expect(submissionPanel).toContainText('Bo');
  const noted = page.waitForResponse((response) => response.url().endsWith('/notes/'));
  arrive();
  await (await noted).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(submissionPanel).toContainText('Bo');
  await next.click();
  await expect(page.getByText('Sent late')).toBeVisible();
  await expect(note).toHaveValue('');
});

test('the summary shows every field and page progress, and exports what the filters match', async ({
  page,
  api,
}) => {
  const { form, send, path } = await setUp(page, api);
  const names = ['Ada', 'Bo', 'Ada '.repeat(300).trim()];
  for (const [at, name] of names.entries()) await send({ name, colour: 'r', age: at * 10 });
  const progress = { visit: '0123456789abcdef', version: 1, page: 0 };
  expectData(await api.post(`public/forms/${form.slug}/progress/`, progress));
  await openPage(page, `${path}&view=summary`);
  await expect(page.getByRole('heading', { name: '3 answers' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Colour' }).getByRole('listitem').first()).toContainText(
    'Red3 · 100%',
  );
  await expect(page.getByRole('list', { name: 'Age' }).getByRole('listitem')).toHaveText([
    '0: 1',
    '10: 1',
    '20: 1',
  ]);
  await expect(page.getByRole('heading', { name: /Where visitors stop/ })).toBeVisible();
  const latest = page.getByRole('list', { name: 'Latest' });
  expect(await latest.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  expect((await saved).suggestedFilename()).toBe('Summer party.xlsx');
});
