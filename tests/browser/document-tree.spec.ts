import { itemPath } from '#lib/browser/item-path.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';

test('puts documents in another order by keyboard, by the menu and between lines, which stays @phone', async ({
  page,
  api,
}) => {
  const isMobile = (page.viewportSize()?.width ?? 0) < 768;
  const place = await createPlace(api, { name: 'Handbook' });
  const { owner, hub, space } = place;
  await createItem(owner, place, { kind: 'folder', title: 'Guides' });
  for (const title of ['A', 'B', 'C', 'D']) await createItem(owner, place, { title });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  const openDrawer = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  };
  await openDrawer();
  await page.getByRole('button', { name: 'Documents' }).click();
  const tree = page.getByRole('tree', { name: 'Documents' });
  const line = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  const placeOf = (name: string) => expect(line(name));
  // Another tab, which only looks on.
  const second = isMobile ? null : await page.context().newPage();
  await second?.goto(`/${hub.domain_handle}/${space.slug}`);
  const there = second?.getByRole('treeitem', { name: 'A', exact: true });
  if (there) await expect(there).toHaveAttribute('aria-posinset', '2');
  await line('A').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await placeOf('A').toHaveAttribute('aria-posinset', '3');
  await expect(page.getByText('A: 2 of 4', { exact: true })).toBeAttached();
  await expect(line('A')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await placeOf('A').toHaveAttribute('aria-posinset', '4');
  // Documents stay behind folders.
  await line('B').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await placeOf('B').toHaveAttribute('aria-posinset', '2');
  await line('D').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await placeOf('D').toHaveAttribute('aria-posinset', '4');
  await placeOf('A').toHaveAttribute('aria-posinset', '5');
  if (there) await expect(there).toHaveAttribute('aria-posinset', '5');
  await second?.close();
  await expectAccessible(page);
  if (!isMobile) {
    await line('A').dragTo(line('B'), { targetPosition: { x: 60, y: 4 } });
    await placeOf('A').toHaveAttribute('aria-posinset', '2');
  }
  const handle = hub.domain_handle;
  const order = async () => {
    const level = expectData(await owner.client.in(handle).get(`spaces/${space.slug}/tree/`));
    return level.map(({ title }) => title);
  };
  const wanted = isMobile ? ['Guides', 'B', 'C', 'D', 'A'] : ['Guides', 'A', 'B', 'C', 'D'];
  await expect.poll(order).toEqual(wanted);
  await page.reload();
  await openDrawer();
  await placeOf('A').toHaveAttribute('aria-posinset', isMobile ? '5' : '2');
});

test('navigates a space by its tree, and moves a document there by dragging and by keyboard', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { name: 'Handbook' });
  const { owner, hub, space } = place;
  const guides = await createItem(owner, place, { kind: 'folder', title: 'Guides' });
  const setup = await createItem(owner, place, { kind: 'folder', title: 'Set-up', parent: guides.id });
  await createItem(owner, place, { kind: 'folder', title: 'Archive 2024' });
  const install = await createItem(owner, place, {
    title: 'Install',
    parent: setup.id,
    content: 'Unpack it.',
  });
  for (let number = 1; number <= 60; number += 1) await createItem(owner, place, { title: `Note ${number}` });
  await signIn(page, owner);
  await page.goto(itemPath(hub.domain_handle, { ...install, space_slug: space.slug }));
  await page.getByRole('button', { name: 'Documents' }).click();
  const tree = page.getByRole('tree', { name: 'Documents' });
  const line = (name: string) => tree.getByRole('treeitem', { name, exact: true });

  // The way to the open document is open.
  await expect(line('Install')).toHaveAttribute('aria-current', 'page');
  await expect(line('Install')).toHaveAttribute('aria-level', '3');
  await expectAccessible(page);
  // Only those near the seen lines are rendered.
  await expect(line('Note 1')).toHaveAttribute('aria-setsize', '62');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(60);

  await line('Install').focus();
  await page.keyboard.press('End');
  await expect(line('Note 60')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: 'Guides' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(line('Archive 2024')).toHaveAttribute('aria-level', '2');

  await line('Note 1').click();
  await page.waitForURL(/-note-1$/);
  await expect(line('Note 1')).toHaveAttribute('aria-current', 'page');
  await line('Note 1').dragTo(line('Guides'));
  await expect(page.getByText('“Note 1” is in Guides now.')).toBeVisible();
  await expect(line('Note 1')).toHaveAttribute('aria-level', '2');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(line('Note 1')).toHaveAttribute('aria-level', '1');

  // What is open stays so.
  await line('Guides').press('ArrowLeft');
  await page.reload();
  await expect(line('Guides')).toHaveAttribute('aria-expanded', 'false');
});
