import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

test('an owner reads, filters and pages the audit log', async ({ page, api }) => {
  const { owner, hub, admin, member } = await createMembers(api);
  const space = await createSpace(owner, hub, { name: 'Boathouse' });
  const closed = await createSpace(member, hub, { name: 'Secret plans', visibility: 'private' });
  for (let at = 0; at < 40; at += 1) {
    expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { description: `Change ${at}` }));
  }
  await createSpace(admin, hub, { name: 'A'.repeat(255) });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  await page.getByRole('link', { name: 'Open the audit log' }).click();
  await page.waitForURL(`/${hub.domain_handle}/settings/audit-log`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(page.getByText('changed the space Boathouse').first()).toBeVisible();
  await expect(page.getByText('Description: Change 38 → Change 39')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await expect(page.getByText('created the hub Test hub')).toBeHidden();
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('created the hub Test hub')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  // What is private is listed without its name, for an owner too.
  await expect(page.getByText('created a private space')).toBeVisible();
  await expect(page.getByText('Secret plans')).toBeHidden();
  expect(await page.content()).not.toContain(closed.id);

  await page.getByRole('searchbox', { name: 'Search names and addresses' }).fill('boathouse');
  await page.getByLabel('About').selectOption('Spaces');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForURL(/q=boathouse/);
  await expect(page.getByText('created the hub')).toBeHidden();
  await page.getByRole('link', { name: 'Show everything' }).click();
  await page.waitForURL(`/${hub.domain_handle}/settings/audit-log`);

  await page.getByRole('link', { name: admin.email }).first().click();
  await page.waitForURL(/actor=/);
  await expect(page.getByText(/Only actions by .+\./)).toBeVisible();
  await expect(rows.getByText(owner.email)).toHaveCount(0);
  await page.goto(`/${hub.domain_handle}/settings/audit-log?from=1999-01-01&to=1999-01-02`);
  await expect(page.getByText('No matching entries')).toBeVisible();
  await expectAccessible(page);
});

test('saves the log as CSV by keyboard', async ({ page, api }) => {
  const { owner, hub } = await createPlace(api, { name: '=1+1' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings/audit-log`);
  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV, for a spreadsheet' }).press('Enter');
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${hub.domain_handle}-audit-log.csv`);
  const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(text).toContain(`'=1+1`);
  expect(text).toContain('hub.created');
});

test('an owner exports everything after an explanation', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api, { name: 'Boathouse' });
  await createItem(owner, { hub, space }, { title: 'Plan', content: '# Words' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText(/This is recorded in the audit log/)).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export everything' }).click();
  const download = await saved;
  const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
  const files = await readArchive(bytes);
  expect(files.get('spaces/Boathouse/Plan.md')?.toString()).toBe('# Words');
});

test('an owner transfers the hub to a member', async ({ page, api }) => {
  const { owner, hub, member } = await createMembers(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  await page.getByRole('button', { name: 'Transfer…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Transfer this hub' }).click();
  await expect(dialog.getByText('Choose a member from the list')).toBeVisible();
  await dialog.getByLabel('New owner').fill(member.email.slice(0, 18));
  await dialog.getByRole('option', { name: new RegExp(member.email) }).click();
  await dialog.getByLabel('Your password').fill('Not-the-one-7');
  await dialog.getByRole('button', { name: 'Transfer this hub' }).click();
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await expectFitsPhone(page);
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Transfer this hub' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Transfer this hub' })).toBeHidden();
  expect(expectData(await member.client.get(`hubs/${hub.domain_handle}/`)).my_role).toBe('owner');
});

test('an owner deletes and restores the hub', async ({ page, api, baseURL }) => {
  const { owner, hub, space } = await createPlace(api, { visibility: 'public' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  await page.getByRole('button', { name: 'Delete hub…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Export everything' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Delete this hub' }).click();
  // The page that is left learns that its hub was deleted, and may load again at the same moment.
  await expect(page).toHaveURL(/\/create-hub/);
  await expect(page.getByRole('heading', { name: 'Deleted hubs' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  for (const path of [hub.domain_handle, `${hub.domain_handle}/${space.slug}`]) {
    expect((await fetch(`${baseURL}/${path}`)).status, path).toBe(404);
  }
  expect(expectData(await owner.client.get('hubs/deleted/'))).toHaveLength(1);
  await page.goto('/create-hub');
  await page.getByRole('button', { name: 'Restore Test hub' }).click();
  await expect(page).toHaveURL(`/${hub.domain_handle}`);
  await expect(page.getByRole('heading', { name: 'Test hub' })).toBeVisible();
});

test('the hub’s home shows recent activity that the reader may see', async ({ page, api }) => {
  const { owner, hub, member } = await createMembers(api);
  const open = await createSpace(owner, hub, { name: 'Open', visibility: 'shared' });
  const closed = await createSpace(owner, hub, { name: 'Closed', visibility: 'private' });
  await createItem(owner, { hub, space: open }, { title: 'Seen' });
  for (let at = 0; at < 12; at += 1)
    await createItem(owner, { hub, space: closed }, { title: `Hidden ${at}` });
  await signIn(page, member);
  const home = await (await page.request.get(`/${hub.domain_handle}`)).text();
  expect(home).toContain('Seen');
  expect(home).not.toMatch(/Hidden \d/);
});
