import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, openSettledPage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

const header = (page: Page) => page.getByRole('banner');
const widthOf = (page: Page) =>
  page.getByRole('article').evaluate((article) => article.getBoundingClientRect().width);
const USUAL = 760;

test('a document is shown at full width from its menu, by keyboard, to its writer and to visitors', async ({
  page,
  browser,
  baseURL,
  api,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { hub, space, owner, member } = await createEditorAndPlace(api);
  const item = await createItem(owner, { hub, space }, { title: 'Plan', content: 'A line of text' });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  await openSettledPage(page, path);
  expect(await widthOf(page)).toBeLessThanOrEqual(USUAL);
  await header(page).getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Full width' });
  for (let step = 0; step < 15 && !(await entry.evaluate((one) => one === document.activeElement)); step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(page)).toBeGreaterThan(USUAL + 40);
  await openSettledPage(page, path);
  expect(await widthOf(page)).toBeGreaterThan(USUAL + 40);
  await header(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  expect(await widthOf(page)).toBeGreaterThan(USUAL + 40);

  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'public' }));
  const visitor = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, ...(baseURL ? { baseURL } : {}) })
  ).newPage();
  await visitor.goto(path);
  await expect(visitor.getByText('A line of text')).toBeVisible();
  expect(await widthOf(visitor)).toBeGreaterThan(USUAL + 40);
  await visitor.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(visitor);

  await header(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Usual width' }).click();
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(USUAL);
});
