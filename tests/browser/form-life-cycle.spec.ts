import type { Browser, Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, openPage, test } from '#tests/harness/browser.ts';
import { createHubOnPage, createSpaceOnPage, fillBasicProfile, signUp } from '#tests/harness/newcomer.ts';

const palette = (page: Page) => page.getByRole('complementary', { name: 'Add to the form' });
const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' });
const canvas = (page: Page) => page.getByRole('list', { name: 'The form, page by page' });

async function beginForm(page: Page, handle: string): Promise<void> {
  await page.goto(`/${handle}/board`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Form' }).click();
  await page.getByRole('button', { name: /^Blank form/ }).click();
  await page.waitForURL(/\/forms\/[0-9a-f-]{36}$/);
}

/** Adds a field by the palette, and names it: its label has the focus. */
async function add(page: Page, type: string, label: string): Promise<void> {
  await palette(page).getByRole('button', { name: type, exact: true }).click();
  await expect(properties(page).getByLabel(type === 'Page' ? 'Title of the page' : 'Label')).toBeFocused();
  await page.keyboard.type(label);
}

async function buildTwoPages(page: Page): Promise<void> {
  await properties(page).getByLabel('Title', { exact: true }).fill('Summer camp');
  await add(page, 'Text', 'Your name');
  await add(page, 'One choice', 'Do you bring somebody?');
  await properties(page).getByRole('button', { name: 'Write as lines' }).click();
  await properties(page).getByLabel('One option per line').fill('No, I come alone\nYes, I do');
  await properties(page).getByRole('button', { name: 'Use these' }).click();
  await add(page, 'Page', 'The rest');
  await add(page, 'Group of fields', 'Companions');
  await canvas(page).getByRole('button', { name: 'Add a field to Companions' }).click();
  await page.getByRole('menuitem', { name: 'Number' }).click();
  await page.keyboard.type('Age');
  await canvas(page).getByRole('button', { name: 'Companions (required)' }).click();
  await add(page, 'File', 'Health card');
}

async function setCondition(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Logic' }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('What is it about?').selectOption({ label: 'Companions' });
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Do you bring somebody?' });
  await page.getByLabel('Value').selectOption({ label: 'Yes, I do' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Rules' })).toContainText(
    'Show Companions when Do you bring somebody? is Yes, I do.',
  );
}

/** @returns the link that is handed to people */
async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Anyone who has the link/ }).check();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Version 1 is live')).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: 'Link to the form' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

async function fillOnPhone(browser: Browser, link: string): Promise<void> {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await openPage(page, link);
  await page.getByLabel('Your name').fill('Bo Walker');
  await page.getByRole('radio', { name: 'Yes, I do' }).check();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Next' }).tap();
  await expect(page.getByRole('heading', { name: 'The rest' })).toBeFocused();
  await page.getByLabel('Name *').fill('Cy');

  await phone.setOffline(true);
  await expect(page.getByText('No network just now')).toBeVisible();
  await page.getByLabel('Age *').fill('7');
  await page.getByLabel(/^Health card/).setInputFiles({
    name: 'card.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Allergic to walnuts'),
  });
  await expect(page.getByText('Waiting for network. Uploads automatically.')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toHaveCount(0);

  await phone.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 30_000 });
  await phone.close();
}

async function readSubmission(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Answers\s*1$/ })).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'Bo Walker' }).getByRole('button').click();
  const submissionPanel = page.getByRole('article');
  for (const text of ['Yes, I do', 'Cy', '7']) await expect(submissionPanel).toContainText(text);
  const file = await submissionPanel.getByRole('link', { name: 'card.txt' }).getAttribute('href');
  const content = await page.request.get(file ?? '');
  expect(await content.text()).toBe('Allergic to walnuts');
}

async function chartAndExport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Summary' }).click();
  await expect(page.getByRole('heading', { name: '1 answer', exact: true })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Do you bring somebody?' }).getByRole('listitem').last(),
  ).toContainText('Yes, I do1 · 100%');
  await expect(page.getByRole('heading', { name: 'Companions › Age' })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test.use({ expectedProblems: [/ERR_FAILED/] });

test('a new user builds a form, a visitor fills it over a lost connection, and the team reads, charts and exports it', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await test.step('sign up', async () => {
    await signUp(page);
    await fillBasicProfile(page);
  });
  const handle = await test.step('create a hub', () => createHubOnPage(page));
  await test.step('create a space', () => createSpaceOnPage(page, handle));
  await test.step('create a form', () => beginForm(page, handle));
  await test.step('build two pages with a nested list and a file', () => buildTwoPages(page));
  await test.step('set a condition', () => setCondition(page));
  const link = await test.step('publish', () => publish(page));
  await page.getByRole('link', { name: 'Answers' }).click();
  await expect(page.getByText('No answers yet')).toBeVisible();
  await test.step('fill it as a visitor', () => fillOnPhone(browser, link));
  await expect(page.getByText('1 new answer')).toBeVisible();
  await test.step('read the submission', () => readSubmission(page));
  const csv = await test.step('chart and export', () => chartAndExport(page));
  expect(csv).toContain('Your name');
  expect(csv).toContain('Bo Walker');
  expect(csv).toContain('card.txt');
});
