import type { Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { press, tabTo } from '#tests/harness/keyboard.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'In the trash' }).getByRole('listitem');

test('shows deleter and remaining days in the trash; restores one item and permanently deletes another', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { name: 'Handbook' });
  const { owner, hub, space } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Drafts' });
  const long = 'Bylaws '.repeat(36).trim();
  for (const title of [long, 'Minutes', 'Budget']) {
    const item = await createItem(owner, place, { title, parent: folder.id });
    await owner.client.delete(`items/${item.id}/`);
  }
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'More actions for this space' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('in Drafts');
  await expect(rows(page).first()).toContainText('Deleted by Ada Lovelace');
  await expect(rows(page).first()).toContainText('30 days left');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Restore Budget' }).click();
  await expect(page.getByText('“Budget” is back.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Minutes permanently' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty the trash' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
});

test('asks for confirmation when a restore discloses an item', async ({ page, api }) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const place = { hub, space };
  const hidden = await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: hidden.id });
  await member.client.delete(`items/${leaf.id}/`);
  await member.client.delete(`items/${hidden.id}/`);
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/settings/trash`);
  await page.getByRole('button', { name: 'Restore Leaf' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('These would see it too: everybody in the hub');
  await expectAccessible(page);
  await expect(dialog.getByRole('radio', { name: /Private/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/“Leaf” is back, in/)).toBeVisible();
  expect((await other.client.get(`items/${leaf.id}/`)).status).toBe(404);
});

test('moves an item by keyboard through the folder tree', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const outer = await createItem(owner, place, { kind: 'folder', title: 'Archive' });
  await createItem(owner, place, { kind: 'folder', title: '2025', parent: outer.id });
  await createItem(owner, place, { kind: 'folder', title: 'Board' });
  await createItem(owner, place, { title: 'Minutes' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await tabTo(page, page.getByRole('button', { name: /for Minutes|Minutes/ }).last());
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const tree = page.getByRole('tree', { name: 'Folders' });
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await expectAccessible(page);
  await tabTo(page, tree.getByRole('treeitem').first());
  await page.keyboard.press('a');
  await expect(tree.getByRole('treeitem', { name: 'Archive' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { name: '2025' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: '2025' })).toHaveAttribute('aria-selected', 'true');
  await press(page, page.getByRole('button', { name: 'Move here' }));
  await expect(page.getByText('“Minutes” is in 2025 now.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Minutes' })).toHaveCount(0);
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('“Minutes” is back where it was.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Minutes' })).toBeVisible();
});

test('names the members who lose and who gain access by a move, and asks for confirmation', async ({
  page,
  api,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const place = { hub, space };
  await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const leaf = await createItem(member, place, { title: 'Leaf' });
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/${space.slug}/${leaf.id}`);
  const move = async (folder = 'Hidden') => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('treeitem', { name: folder }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
  };
  await move();
  const dialog = page.getByRole('dialog', { name: 'Some would lose access' });
  await expect(dialog).toContainText('hub members who aren’t added there and Olga Lovelace');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await other.client.get(`items/${leaf.id}/`)).status).toBe(200);
  await move();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('“Leaf” is in Hidden now.')).toBeVisible();
  expect((await other.client.get(`items/${leaf.id}/`)).status).toBe(404);

  await move('Top level of the space');
  const widening = page.getByRole('dialog');
  await expect(widening).toContainText('These would see it too: everybody in the hub');
  await widening.getByRole('radio', { name: /Shared/ }).check();
  await widening.getByRole('button', { name: 'Move here' }).click();
  await expect(page.getByText('“Leaf” is in Top level of the space now.')).toBeVisible();
  expect((await other.client.get(`items/${leaf.id}/`)).status).toBe(200);
});

test('names the public items in a private folder before it is widened', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const vault = await createItem(owner, place, { kind: 'folder', title: 'Vault', visibility: 'private' });
  const plan = await createItem(owner, place, { title: 'Plan', parent: vault.id, visibility: 'public' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  const open = async () => {
    await page.getByRole('button', { name: 'More actions for Vault' }).click();
    await page.getByRole('menuitemradio', { name: 'Shared', exact: true }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'More people would see this' });
  await expect(dialog.getByRole('listitem')).toHaveText(['Planeveryone, also without an account']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Vault' });
  await expect(row).toContainText('Private');
  expect((await api.get(`items/${plan.id}/`)).status).toBe(404);
  await open();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(row).toContainText('Shared');
  await expect(page.getByText('“Vault” can be seen by everyone with access to this space.')).toBeVisible();
  expect((await api.get(`items/${plan.id}/`)).status).toBe(200);
});
