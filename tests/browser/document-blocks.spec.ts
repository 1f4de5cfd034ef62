import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

const header = (page: Page) => page.getByRole('banner');
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });

test('a document embeds an item, has coloured code and a formula, and its reader sees what their rights allow @phone', async ({
  page,
  api,
}) => {
  const { hub, space, owner, member } = await createEditorAndPlace(api);
  const secret = await createItem(owner, { hub, space }, { title: 'Salaries', visibility: 'private' });
  const content = `Start\n\n[embed](/${hub.domain_handle}/~/${secret.id} "embed")\n\n\`\`\`\nconst boats = 3;\n\`\`\``;
  const item = await createItem(owner, { hub, space }, { title: 'Overview', content });
  await createItem(member, { hub, space }, { title: 'Harbour handbook', content: 'Cranes' });
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}?edit=1`);
  await expect(text(page)).toBeFocused();
  await expect(text(page).getByText('Restricted')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/embed');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Embed an item' });
  await dialog.getByRole('combobox').fill('handb');
  await expect(dialog.getByRole('option', { name: 'Harbour handbook' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(text(page).getByText('Harbour handbook')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const keyword = '.hljs-keyword';
  await text(page).getByText('const boats').click();
  await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('JavaScript');
  await expect(text(page).locator(keyword)).toHaveText('const');
  await expectAccessible(page);
  await text(page).getByText('Start').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' $a^2$ and /formula');
  await page.keyboard.press('Enter');
  const latex = page.getByRole('dialog', { name: 'Formula in LaTeX' });
  await latex.getByRole('textbox').fill('\\frac{1}{b}');
  await expect(latex.locator('mfrac')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(text(page).locator('mfrac')).toBeVisible();
  await page.keyboard.type('over');
  await expect(text(page).getByText('over')).toBeVisible();
  await expect(text(page).locator('msup')).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();

  await header(page).getByRole('button', { name: 'Done' }).click();
  await expect(text(page)).toHaveCount(0);
  const article = page.getByRole('article');
  await expect(article.getByText('Restricted')).toBeVisible();
  await expect(article.getByText('Salaries')).toHaveCount(0);
  await expect(article.locator(keyword)).toHaveText('const');
  await expect(article.locator('msup')).toBeVisible();
  await expect(article.locator('mfrac')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await article.getByRole('link', { name: /Harbour handbook/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour handbook' })).toBeVisible();
});
