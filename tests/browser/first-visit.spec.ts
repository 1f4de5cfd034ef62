import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/harness/browser.ts';
import { FIXTURES } from '#tests/harness/content.ts';
import { tabTo } from '#tests/harness/keyboard.ts';
import { createHubOnPage, createSpaceOnPage, fillBasicProfile, signUp } from '#tests/harness/newcomer.ts';

/** A word that stands inside each file and nowhere else; the photo has only its title. */
const SEARCHES = [
  { file: 'handbook.pdf', word: 'marlinspike', title: 'handbook' },
  { file: 'minutes.docx', word: 'dovecote', title: 'minutes' },
  { file: 'budget.xlsx', word: 'walnutwood', title: 'budget' },
  { file: 'members.csv', word: 'perrydown', title: 'members' },
  { file: 'notes.md', word: 'bramblewick', title: 'notes' },
  { file: 'photo.jpg', word: 'photo', title: 'photo' },
];

async function bringFiles(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: 'Choose files' });
  // Waited for before the key's way begins: the browser reports choosers while the tabs are pressed.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(SEARCHES.map(({ file }) => join(FIXTURES, 'files', file)));
  const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(rows).toHaveCount(SEARCHES.length, { timeout: 30_000 });
  await expect(page.getByText(/waiting to be read|being read/)).toHaveCount(0, { timeout: 60_000 });
}

async function findByText(page: Page, { word, title }: (typeof SEARCHES)[number]): Promise<void> {
  await page.keyboard.press('/');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.type(word);
  const hits = page.getByRole('dialog').getByRole('option');
  await expect(hits.first()).toContainText(title);
  // Selected once the response to the whole word is there; until then Enter opens the page of all results.
  await expect(hits.first()).toHaveAttribute('aria-selected', 'true');
  await expect(hits.first().locator('mark').first()).toHaveText(new RegExp(word, 'i'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('a new account creates a hub, uploads files and finds their content, by keyboard alone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await test.step('sign up', () => signUp(page));
  await test.step('fill in the basic profile', () => fillBasicProfile(page));
  const handle = await test.step('create a hub', () => createHubOnPage(page));
  await test.step('create a space', () => createSpaceOnPage(page, handle));
  await test.step('drop in real files', () => bringFiles(page));
  // That the text of each kind of file is found is shown over the API.
  for (const one of SEARCHES.filter(({ file }) => /pdf|xlsx|jpg/.test(file)))
    await test.step(`find ${one.file}`, () => findByText(page, one));
});
