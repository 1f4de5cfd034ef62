import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  goOffline,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { delayUpdates } from '#tests/harness/document-updates.ts';
import { moveCursor } from '#tests/harness/keyboard.ts';
import { recordScripts } from '#tests/harness/loaded-scripts.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

test.use({ recordsRequests: true });

/** What the editor may weigh beyond the page, in compressed bytes. */
const EDITOR_BYTES = 220_000;

const header = (page: Page) => page.getByRole('banner');
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const saved = (page: Page) => header(page).getByText('Saved', { exact: true });

async function edit(page: Page) {
  await header(page).getByRole('button', { name: 'Edit' }).click();
  await expect(text(page)).toBeFocused();
}

test('two people write in one document, with Markdown and the menu of blocks, and read it without the editor', async ({
  page,
  browser,
  baseURL,
  api,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Plan', content: 'First line' });
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  await signIn(page, member);
  const scripts = recordScripts(page);
  await openSettledPage(page, path);
  await scripts.settle();
  const before = await scripts.texts();
  expect(before.filter((script) => script.includes('ProseMirror'))).toEqual([]);
  await edit(page);
  await scripts.settle();
  const loaded = (await scripts.texts()).filter((script) => !before.includes(script));
  const bytes = loaded.reduce((sum, script) => sum + gzipSync(script).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(EDITOR_BYTES);

  const second = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signIn(second, other);
  await second.goto(`${path}?edit=1`);
  await expect(text(second)).toHaveText('First line');
  await expect(text(second)).toBeFocused();
  await moveCursor(second, 'Control+End');
  await second.keyboard.type('\n## From elsewhere\n- one');
  await expect(text(page).getByRole('heading', { name: 'From elsewhere' })).toBeVisible();
  await expect(text(page).getByRole('listitem')).toHaveText('one');
  await expect(page.getByRole('main').getByText(/here now/)).toBeVisible();

  await page.keyboard.type('Start. ');
  await expect(text(second)).toContainText('Start. First line');
  await moveCursor(page, 'Home');
  await page.keyboard.press('Enter');
  await moveCursor(page, 'ArrowUp');
  await page.keyboard.type('/tabl');
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  for (const name of ['Boat', 'Length', 'Price']) {
    await page.keyboard.type(name);
    if (name !== 'Price') await page.keyboard.press('Tab');
  }
  await expect(text(second).getByRole('columnheader', { name: 'Price' })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  // One takes back what is one's own alone.
  await page.keyboard.press('Control+z');
  await expect(text(second).getByText('Price')).toHaveCount(0);
  await expect(text(second).getByRole('heading', { name: 'From elsewhere' })).toBeVisible();

  await header(page).getByRole('button', { name: 'Done' }).click();
  await expect(text(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'From elsewhere' })).toBeVisible();
  await expect(page.getByText('Start. First line')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await second.context().close();
});

test('sends after a reload what could not be sent before, and says what is true meanwhile', async ({
  page,
  context,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Plan', content: 'It is 200.' });
  const delayed = await delayUpdates(page);
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}`);
  await edit(page);
  await text(page).fill('It is 300.');
  await expect(header(page).getByText('Saving…')).toBeVisible();
  await goOffline(page);
  await expect(header(page).getByText('Offline, kept on this device')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(text(page)).toHaveText('It is 300.');
  const content = async () => expectData(await member.client.get(`items/${item.id}/content/`)).markdown;
  expect(await content()).toBe('It is 200.');
  delayed.release();
  await page.reload();
  await expect(text(page)).toHaveText('It is 300.');
  await expect(saved(page)).toBeVisible();
  expect(await content()).toBe('It is 300.');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft-keys'))).toBe('[]');
});

test('nobody writes who may not, also when the right ends in the middle', async ({ page, api }) => {
  const { hub, space, owner, member } = await createEditorAndPlace(api);
  const item = await createItem(
    owner,
    { hub, space },
    { title: 'Plan', content: 'It is 200.', visibility: 'private' },
  );
  const path = `/${hub.domain_handle}/${space.slug}/${item.id}`;
  const give = async (role: 'viewer' | 'editor') =>
    expectData(
      await owner.client.put(`items/${item.id}/access/`, {
        visibility: 'private',
        people: [{ user_id: member.user.id, role }],
      }),
    );
  await give('editor');
  await signIn(page, member);
  await openSettledPage(page, path);
  await edit(page);
  await give('viewer');
  await expect(page.getByText('You can no longer edit this document.')).toBeVisible();
  await expect(text(page)).toHaveAttribute('contenteditable', 'false');
  await page.reload();
  await expect(page.getByText('It is 200.')).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await expect(header(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

/** Pastes as another program's clipboard has it. */
async function paste(page: Page, data: Record<string, string>, picture: number[] = []) {
  await text(page).evaluate(
    (element, { data, picture }) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
      if (picture.length > 0)
        clipboardData.items.add(new File([new Uint8Array(picture)], 'boat.jpg', { type: 'image/jpeg' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { data, picture },
  );
}

test('takes Markdown, tables and pictures by paste, mentions people, and finds and replaces', async ({
  page,
  api,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Plan', content: '' });
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}?edit=1`);
  await expect(text(page)).toBeFocused();
  await paste(page, { 'text/plain': '# Boats\n\n- [x] **Oak** boat\n- [ ] pine boat' });
  await expect(text(page).getByRole('heading', { name: 'Boats' })).toBeVisible();
  await expect(text(page).getByRole('checkbox').first()).toBeChecked();
  await moveCursor(page, 'Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(page, {
    'text/html': '<table><tr><td><p>Name</p></td><td>Price</td></tr><tr><td>Oak</td><td>12</td></tr></table>',
    'text/plain': 'Name\tPrice\nOak\t12',
  });
  await expect(text(page).getByRole('cell', { name: '12' })).toBeVisible();
  await paste(page, { 'text/html': `<p>${'x'.repeat(5_000_000)}</p>`, 'text/plain': 'x' });
  await expect(page.getByText('That is too much to paste at once.')).toBeVisible();
  await text(page).getByText('Boats').click();
  await moveCursor(page, 'End');
  await paste(page, {}, [...(await readFile(new URL('../fixtures/files/photo.jpg', import.meta.url)))]);
  const picture = text(page).locator('img[src*="/file/"]');
  // The name of its file is no alternative text.
  await expect(picture).toHaveAttribute('alt', '');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(0);

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in this document' }).fill('boat');
  await expect(page.getByText('3 matches')).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('ship');
  await page.getByRole('button', { name: 'Replace all' }).click();
  // Its task is named by the same words.
  const pine = text(page)
    .getByRole('paragraph')
    .filter({ hasText: /^pine ship$/ });
  await expect(pine).toBeVisible();
  await page.keyboard.press('Escape');
  await pine.click();
  await moveCursor(page, 'End');
  await page.keyboard.type(` @${other.user.first_name}`);
  await page.getByRole('option').first().click();
  await expect(text(page).locator('[data-mention]')).toContainText(`@${other.user.first_name}`);
  await expect(saved(page)).toBeVisible();
  await expectAccessible(page);
  const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
  expect(markdown).toContain('| Oak | 12 |');
  expect(markdown).toMatch(/!\[\]\(.*\/items\/.*\/file\/\)/);
});

test('shows, names, compares and restores a document’s versions', async ({ page, api }) => {
  const { hub, space, owner, member } = await createEditorAndPlace(api);
  const item = await createItem(owner, { hub, space }, { title: 'Plan', content: 'It is 200.' });
  for (const content of ['It is 300.', 'It is 400.'])
    expectData(
      await (content === 'It is 300.' ? member : owner).client.patch(`items/${item.id}/`, { content }),
    );
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}`);
  await header(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog');
  const versions = dialog.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('button')).toHaveCount(3);
  await expect(dialog.getByRole('insertion')).toHaveText('400');
  await expect(dialog.getByRole('deletion')).toHaveText('300');
  await expectAccessible(page);
  await versions.getByRole('button').last().click();
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'It is 200.' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'What is shown' }).selectOption('Changes since then');
  await expect(dialog.getByRole('insertion')).toHaveText('400');
  await dialog.getByRole('textbox', { name: 'Name this version' }).fill('As agreed');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(versions.getByRole('button', { name: /As agreed/ })).toBeVisible();
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText('It is 200.')).toBeVisible();
});

test('shows two versions side by side, and copies and restores a part of one', async ({ page, api }) => {
  const { hub, space, owner, member } = await createEditorAndPlace(api);
  const texts = [
    '## Budget\n\nIt is 200.\n\nOld line',
    '## Budget\n\nIt is 300.\n\nOld line',
    '## Budget\n\nIt is 400.\n\nNew line\n\n- Last',
  ];
  const item = await createItem(owner, { hub, space }, { title: 'Plan', content: texts[0] ?? '' });
  for (const [at, content] of texts.slice(1).entries())
    expectData(await (at === 0 ? member : owner).client.patch(`items/${item.id}/`, { content }));
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}`);
  await header(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').last().click();
  await dialog.getByRole('combobox', { name: 'What is shown' }).selectOption('Side by side');
  // A long name of one of them makes nothing wider than the dialog.
  await dialog
    .getByRole('textbox', { name: 'Name this version' })
    .fill('As agreed with the harbour master and all others in the long meeting of March');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
  await dialog.getByRole('combobox', { name: 'What is shown' }).selectOption('Side by side');
  const width = page.viewportSize()?.width ?? 0;
  for (const box of await dialog.getByRole('combobox').all())
    await expect
      .poll(async () => ((await box.boundingBox())?.x ?? width) + ((await box.boundingBox())?.width ?? 0))
      .toBeLessThan(width);
  await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').last().click();
  await dialog.getByRole('combobox', { name: 'What is shown' }).selectOption('Side by side');
  // Beside the newest first: what one would restore from.
  const changed = dialog.getByRole('button', { name: 'Restore this part' });
  await expect(changed).toHaveCount(2);
  // The list is in the newer text alone.
  await expect(dialog.getByRole('button', { name: 'Remove this part' })).toHaveCount(1);
  await expect(dialog.getByText('It is 200.')).toBeVisible();
  await expect(dialog.getByText('It is 400.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('combobox', { name: 'Version to compare with' }).selectOption({ index: 1 });
  await expect(dialog.getByText('It is 300.')).toBeVisible();
  await expect(changed).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Version to compare with' }).selectOption({ index: 0 });
  await dialog.getByRole('button', { name: 'Copy this part' }).first().click();
  await expect(page.getByText('Copied as Markdown')).toBeVisible();
  const content = async () => expectData(await member.client.get(`items/${item.id}/content/`)).markdown;
  await changed.first().click();
  // The dialog stays, says what was done, and takes it back.
  await expect(dialog.getByText('The part is restored.')).toBeVisible();
  await expect(changed).toHaveCount(1);
  expect(await content()).toBe('## Budget\n\nIt is 200.\n\nNew line\n\n- Last');
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The text is as it was before.')).toBeVisible();
  await expect(changed).toHaveCount(2);
  expect(await content()).toBe(texts[2]);
});

test('drags a block by its handle, makes a pasted address a link with the title, and shows how its item begins', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const place = { hub, space };
  const handbook = await createItem(member, place, {
    title: 'Harbour handbook',
    content: 'Cranes lift boats.',
  });
  const item = await createItem(member, place, { title: 'Plan', content: 'One\n\nTwo\n\nThree' });
  const path = (id: string) => `/${hub.domain_handle}/${space.slug}/${id}`;
  await signIn(page, member);
  await openSettledPage(page, `${path(item.id)}?edit=1`);
  await expect(text(page)).toBeFocused();
  await text(page).getByText('Three').hover();
  const handle = page.getByRole('button', { name: /Block menu/ });
  await handle.dragTo(text(page).getByText('One'), { targetPosition: { x: 5, y: 2 } });
  await expect(text(page)).toHaveText(/^ThreeOneTwo/);
  await text(page).getByText('Two').click();
  await moveCursor(page, 'End');
  await page.keyboard.type(' ');
  const address = new URL(path(handbook.id), page.url()).href;
  await paste(page, { 'text/plain': address });
  await expect(text(page).getByText('Harbour handbook')).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();

  await header(page).getByRole('button', { name: 'Done' }).click();
  const link = page.getByRole('article').getByRole('link', { name: 'Harbour handbook' });
  await link.hover();
  await expect(page.getByRole('tooltip')).toContainText('Cranes lift boats.');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await link.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});
