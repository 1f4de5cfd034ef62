import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  expectNoSidewaysScroll,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { moveCursor } from '#tests/harness/keyboard.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

const header = (page: Page) => page.getByRole('banner');
const article = (page: Page) => page.getByRole('article');
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });

test('a document embeds an item, has coloured code and a formula, and its reader sees what their rights allow', async ({
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
  await expectFitsPhone(page);
  const keyword = '.hljs-keyword';
  await text(page).getByText('const boats').click();
  await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('JavaScript');
  await expect(text(page).locator(keyword)).toHaveText('const');
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
  // Behind the code is the end of the document, and behind the formula there.
  await text(page).getByText('const boats').click();
  await moveCursor(page, 'End');
  await moveCursor(page, 'ArrowDown');
  await page.keyboard.type('$$ ');
  await latex.getByRole('textbox').fill('\\sqrt{c}');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Below all');
  await expect(text(page).locator('div[data-math] + p')).toHaveText('Below all');
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
  await expectFitsPhone(page);
  await article.getByRole('link', { name: /Harbour handbook/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour handbook' })).toBeVisible();
});

test('a diagram is drawn from its text while it is edited and when it is read, and what is wrong is said beside it', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const content = '```mermaid\nflowchart LR\n  A[Crane] --> B[Ship]\n```\n\nEnd';
  const item = await createItem(member, { hub, space }, { title: 'Port', content });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  await openSettledPage(page, path);
  const picture = article(page).getByRole('img', { name: 'Diagram' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
  await expect(article(page).getByText('A[Crane]')).toBeHidden();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(article(page).locator('[data-diagram-picture=dark]')).toBeVisible();

  await openSettledPage(page, `${path}?edit=1`);
  await expect(text(page)).toBeFocused();
  const drawn = text(page).getByRole('img', { name: 'Diagram' });
  await expect(drawn).toBeVisible();
  const width = (await drawn.getAttribute('width')) ?? '';
  await text(page).getByText('B[Ship]').click();
  await moveCursor(page, 'ArrowDown');
  await moveCursor(page, 'End');
  await page.keyboard.type(' --> C[Lorry]');
  await expect(drawn).not.toHaveAttribute('width', width);
  await page.keyboard.type(' --> [[');
  await expect(text(page).getByText(/This can’t be drawn/)).toBeVisible();
  await expect(drawn).toBeVisible();
});

test('a block is changed by its menu, columns and dates are written, and the link to a block leads to it', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const content = 'One\n\nTwo\n\n| a | b |\n| --- | --- |\n| 1 | 2 |';
  const item = await createItem(member, { hub, space }, { title: 'Blocks', content });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettledPage(page, `${path}?edit=1`);
  await expect(text(page)).toBeFocused();
  await text(page).getByText('Two').hover();
  const handle = page.getByRole('button', { name: /Block menu/ });
  await handle.click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Heading 2' }).click();
  await expect(text(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  await page.keyboard.press('Control+/');
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(text(page)).toHaveText(/^TwoOne/);
  await text(page).getByText('One').click();
  await moveCursor(page, 'End');
  await page.keyboard.press('Control+/');
  await page.getByRole('menuitem', { name: 'Copy link to block' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await moveCursor(page, 'End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/two');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Left @tom');
  await expect(page.getByRole('option', { name: /Tomorrow/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page).locator('[data-column] time')).toBeVisible();
  await text(page).locator('time').click();
  const form = page.getByRole('dialog', { name: 'Date' });
  await form.getByLabel('Date').fill('2026-12-24');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(text(page).locator('time')).toHaveText('Dec 24, 2026');
  const cell = text(page).getByRole('columnheader', { name: 'a' });
  await cell.click();
  await moveCursor(page, 'End');
  await moveCursor(page, 'Shift+ArrowRight');
  await expect(text(page).locator('.selectedCell')).toHaveCount(2);
  await page.getByRole('toolbar').getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge cells' }).click();
  await expect(text(page).locator('th[colspan="2"]')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();

  await header(page).getByRole('button', { name: 'Done' }).click();
  await expect(article(page).locator('[data-columns="2"] time')).toHaveText('Dec 24, 2026');
  await expect(article(page).locator('th[colspan="2"]')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 320 });
  await openSettledPage(page, link.slice(link.indexOf(path)));
  await expect(article(page).getByText('One', { exact: true })).toBeInViewport();
});

test('a picture has a width, an alignment and a caption by its tools, and a list the direction of its text', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const picture = await uploadFixture(member, { hub, space }, 'files/map.png');
  const content = `Start\n\n- שלום\n\n![Map](/api/v1/items/${picture.id}/file/)\n\nEnd`;
  const item = await createItem(member, { hub, space }, { title: 'Harbour', content });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  await openSettledPage(page, `${path}?edit=1`);
  await expect(text(page)).toBeFocused();
  const list = text(page).getByRole('list');
  expect(await list.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  const image = text(page).getByRole('img', { name: 'Map' });
  await image.click();
  const tools = page.getByRole('toolbar', { name: 'Picture' });
  await expect(tools).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  // By the keyboard: from the picture to its tools, and back to it.
  await page.keyboard.press('Enter');
  await expect(tools.getByRole('button', { name: 'Small' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(text(page).locator('[data-width="65"]')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(text(page).locator('[data-width="60"]')).toBeVisible();
  await tools.getByRole('button', { name: 'Align center' }).click();
  await tools.getByRole('button', { name: 'Caption' }).click();
  await page.keyboard.type('The old harbour');
  await page.keyboard.press('Enter');
  await expect(text(page).getByText('The old harbour')).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  await header(page).getByRole('button', { name: 'Done' }).click();
  const read = article(page).locator('[data-picture][data-width="60"][data-align="center"]');
  await expect(read.getByText('The old harbour')).toBeVisible();
  const [own, whole] = await read.evaluate((one) => [one.clientWidth, one.parentElement?.clientWidth ?? 0]);
  expect(Math.round((own ?? 0) / ((whole ?? 1) / 100))).toBe(60);
  expect(
    await article(page)
      .getByRole('list')
      .evaluate((one) => getComputedStyle(one).direction),
  ).toBe('rtl');
  await expectAccessible(page);
});

test('the last entries of the toolbar’s menus are in reach, in front of the bar of places @phone', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const content = 'Start\n\n| Town | People |\n|---|---|\n| Kiel | 250 |\n';
  const item = await createItem(member, { hub, space }, { title: 'Towns', content });
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}?edit=1`);
  await expect(text(page)).toBeFocused();
  await text(page).getByText('Kiel').click();
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  await tool('Table').click();
  await page.getByRole('menuitem', { name: 'Delete table' }).click();
  await expect(text(page).getByRole('table')).toHaveCount(0);
  await tool('Insert').click();
  await page.getByRole('menuitem', { name: 'Divider' }).click();
  await expect(text(page).getByRole('separator')).toBeVisible();
});
