import type { Page } from '@playwright/test';
import { itemPath } from '#lib/browser/item-path.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';

const LINES = 'A line about boats.\n\n'.repeat(40);
const CONTENT = `[To the deposit](#The-Deposit)\n\n# Keys\n\n${LINES}## The deposit\n\n${LINES}### Fees\n\n${LINES}# Keys\n\n${LINES}`;

const heading = (page: Page, name: string, at = 0) => page.getByRole('heading', { name }).nth(at);

/** The heading stands below the header, at the top of the window. */
async function expectAtTop(page: Page, name: string, at = 0): Promise<void> {
  await expect
    .poll(async () => (await heading(page, name, at).boundingBox())?.y ?? -1, { message: name })
    .toBeGreaterThan(60);
  await expect.poll(async () => (await heading(page, name, at).boundingBox())?.y ?? -1).toBeLessThan(220);
}

test('an address leads to a heading, which says its own', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub } = place;
  const item = await createItem(owner, place, { title: 'Boats', content: CONTENT });
  const path = itemPath(hub.domain_handle, item);
  await signIn(page, owner);
  await openSettledPage(page, `${path}#keys-2`);
  await expectAtTop(page, 'Keys', 1);
  // As another program names it.
  await openSettledPage(page, `${path}?q=#Boats-Thedeposit`);
  await expectAtTop(page, 'The deposit');
  await page.getByRole('link', { name: 'To the deposit' }).click();
  await expect(page).toHaveURL(/#the-deposit$/);
  await expectAtTop(page, 'The deposit');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The focus continues from the heading, to its own link.
  await page.keyboard.press('Tab');
  const link = page.locator('[data-heading] > a:focus');
  await expect(link).toHaveAccessibleName('The deposit');
  await expect(link).toHaveAttribute('title', 'Copy a link to this heading');
  await expect(link).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`${path}#the-deposit$`),
  );

  const outline = page.getByRole('navigation', { name: 'On this page' });
  await outline.getByRole('link', { name: 'The deposit' }).click();
  await expectAtTop(page, 'The deposit');
  await expect(outline.getByRole('link', { name: 'The deposit' })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await expectFitsPhone(page);

  // Folded above the text where there is no place beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(outline).toBeHidden();
  await page.locator('summary', { hasText: 'On this page' }).click();
  await outline.getByRole('link', { name: 'Fees' }).click();
  await expectAtTop(page, 'Fees');
});

test('the outline of a published document works without a script @phone', async ({
  browser,
  baseURL,
  api,
}) => {
  const place = await createPlace(api, { name: 'Guide', visibility: 'public' });
  const item = await createItem(place.owner, place, { title: 'Boats', content: CONTENT });
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await bare.newPage();
  await page.goto(itemPath(place.hub.domain_handle, item));
  const fold = page.locator('summary', { hasText: 'On this page' });
  if (await fold.isVisible()) await fold.click();
  const outline = page.getByRole('navigation', { name: 'On this page' });
  await expect(outline.getByRole('link')).toHaveText(['Keys', 'The deposit', 'Fees', 'Keys']);
  await outline.getByRole('link', { name: 'Keys' }).last().click();
  await expectAtTop(page, 'Keys', 1);
  await page.getByRole('link', { name: 'To the deposit' }).click();
  await expectAtTop(page, 'The deposit');
  await bare.close();
});

test('a link to a heading leads to it while the text is edited', async ({ page, api }) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Boats', content: CONTENT });
  await signIn(page, place.owner);
  await openSettledPage(page, `${itemPath(place.hub.domain_handle, item)}?edit=1`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await text.getByText('To the deposit').click();
  await expectAtTop(page, 'The deposit');
});

/** Where the parts of a text stand below its start, and how large their letters are, in px. */
const placesOf = (page: Page, text: string) =>
  page.locator(text).evaluate((element) => {
    const start = element.getBoundingClientRect().top;
    return [...element.querySelectorAll('h2, h3, h4, h5, h6, p, li, td, pre, hr, input')]
      .filter((part) => !part.matches('li p, td p, th p, [data-task], [data-checked]'))
      .map((part) => {
        const { top, left } = part.getBoundingClientRect();
        const text = part.textContent?.trim().slice(0, 12);
        return `${text} ${Math.round(top - start)} ${Math.round(left)} ${getComputedStyle(part).fontSize}`;
      });
  });

test('a text stays where it is, as large and aligned as it was, as it begins to be edited', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, {
    title: 'Boats',
    content:
      'Start.\n\n## Two\n\nText.\n\n### Three\n\n#### Four\n\n- one\n\n1. first\n\n| A | B |\n| --- | --: |\n| 1 | 2 |\n\n```\ncode\n```\n\n---\n\n> said\n\n- [ ] to do\n- [x] done\n\nEnd.',
  });
  await signIn(page, place.owner);
  await openSettledPage(page, itemPath(place.hub.domain_handle, item));
  const read = await placesOf(page, 'article div:has(> [data-heading])');
  const alignmentOf = () =>
    page
      .getByRole('cell')
      .last()
      .evaluate((cell) => getComputedStyle(cell.querySelector('p') ?? cell).textAlign);
  expect(await alignmentOf()).toBe('right');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.locator('.ProseMirror h2')).toHaveText('Two');
  const edited = await placesOf(page, '.ProseMirror');
  expect(read.length).toBeGreaterThan(14);
  expect(edited).toEqual(read);
  expect(await alignmentOf()).toBe('right');
});
