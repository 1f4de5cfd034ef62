import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';

test('a new hub leads to creating its first space', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { name: 'Nordwind Coop' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Create your first space' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await main.getByLabel('Name').fill('');
  await main.getByRole('button', { name: 'Create space' }).click();
  await expect(main.getByText('Please enter a name')).toBeVisible();
  await main.getByLabel('Name').fill('General');
  await expect(main.getByRole('checkbox', { name: /can change what is in it/ })).toBeChecked();
  await main.getByRole('button', { name: 'Create space' }).click();
  await page.waitForURL(`/${hub.domain_handle}/general`);
  const made = expectData(await owner.client.in(hub).get('spaces/general/'));
  expect(made).toMatchObject({ visibility: 'shared', default_role: 'editor' });

  await page.goto(`/${hub.domain_handle}?new=space`);
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/${hub.domain_handle}`);
  await page.getByRole('complementary').getByRole('link', { name: 'New space' }).click();
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByText('Please enter Name')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Café & Küche');
  await expect(dialog.getByLabel('Address')).toHaveValue('cafe-and-kuche');
  await dialog.getByLabel('Address').fill('settings');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByText(/kept for Hubkeep itself/)).toBeVisible();
  await dialog.getByLabel('Address').fill('general');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name')).toHaveValue('Café & Küche');
  await dialog.getByLabel('Address').fill('kitchen');
  await dialog.getByRole('radio', { name: /^Private/ }).check();
  await expect(dialog.getByLabel('What people of the hub may do in it')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await page.waitForURL(`/${hub.domain_handle}/kitchen`);
  await expect(page.getByRole('heading', { level: 1, name: 'Café & Küche' })).toBeVisible();
});

test('shows the latest changes across the spaces of a hub', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { name: 'Nordwind Coop' });
  const first = await createSpace(owner, hub, { name: 'Handbook' });
  const second = await createSpace(owner, hub, { name: 'Board' });
  await createItem(owner, { hub, space: first }, { title: 'Older' });
  await createItem(owner, { hub, space: second }, { title: 'Newer' });
  await signIn(page, owner);
  await page.goto('/');
  await page.waitForURL(`/${hub.domain_handle}`);
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links.nth(0)).toContainText('Newer');
  await expect(links.nth(0)).toContainText('Board');
  await expect(links.nth(1)).toContainText('Older');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Handbook/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeVisible();
});

test('shows visitors the public spaces of a public hub only', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { name: 'Open Coop', description: 'Come in', visibility: 'public' });
  await createSpace(owner, hub, { name: 'For everyone', visibility: 'public' });
  await createSpace(owner, hub, { name: 'Hidden', visibility: 'shared' });
  await page.goto(`/${hub.domain_handle}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Open Coop' })).toBeVisible();
  await expect(page.getByText('Come in')).toBeVisible();
  await expect(page.getByRole('link', { name: /For everyone/ })).toBeVisible();
  await expect(page.getByText('Hidden')).toHaveCount(0);
  await expectAccessible(page);
});

test('offers to request membership of a shared hub, and hides a private one', async ({ page, api }) => {
  const owner = await registerUser(api);
  const shared = await createHub(owner, { name: 'Shared Coop', visibility: 'shared' });
  const hidden = await createHub(owner, { name: 'Hidden Coop', visibility: 'private' });
  const stranger = await registerUser(api);
  await createHub(stranger, { name: 'Own hub' });
  await signIn(page, stranger);
  await page.goto(`/${shared.domain_handle}`);
  await page.getByLabel(/^Message/).fill('I sail with you');
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await expect(page.getByText('Your request was sent.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your request was sent.')).toBeVisible();
  const requests = await owner.client.get(`hubs/${shared.domain_handle}/join-requests/`);
  expect(requests.data.map(({ message }) => message)).toEqual(['I sail with you']);
  expect((await page.goto(`/${hidden.domain_handle}`))?.status()).toBe(404);
});
