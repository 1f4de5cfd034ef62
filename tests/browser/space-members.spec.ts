import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { press, tabTo, typeInto } from '#tests/harness/keyboard.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';

const nameOf = ({ user }: TestAccount) => `${user.first_name} ${user.last_name}`;

test('adds members by name and address, changes their roles, and removes them', async ({ page, api }) => {
  const { hub, owner, member, other } = await createMembers(api);
  const space = await createSpace(member, hub, { name: 'Plans', visibility: 'private' });
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'More actions for this space' }).click();
  await page.getByRole('menuitem', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  const list = page.getByRole('list', { name: 'People of this space' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Made this space');

  const field = page.getByRole('combobox', { name: 'Name or email address' });
  await field.fill(other.email);
  await page.getByRole('option', { name: other.email }).click();
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('editor');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(field).toHaveValue('');

  await field.fill('newcomer@example.test');
  await page.getByRole('option', { name: 'Invite newcomer@example.test' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Link for newcomer@example.test' })).toHaveValue(
    /\/invite\//,
  );
  await expect(page.getByRole('button', { name: /Revoke the invitation for newcomer/ })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  const row = list.getByRole('listitem').filter({ hasText: other.email });
  await row.getByRole('combobox').selectOption('viewer');
  await expect(page.getByText(`${nameOf(other)} is a viewer now.`)).toBeVisible();
  await row.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect((await other.client.in(hub).get(`spaces/${space.slug}/`)).status).toBe(404);
  expect(owner.user.id).toBeTruthy();
});

test('widening the visibility first lists who will see the item', async ({ page, api }) => {
  const { hub, member, other } = await createMembers(api);
  const space = await createSpace(member, hub, { visibility: 'private' });
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/${space.slug}/people`);
  await page.getByRole('radio', { name: /Shared/ }).check();
  await expect(page.getByText(/Everybody in Test hub will see what is in this space/)).toBeVisible();
  await page.getByRole('button', { name: 'Show it to everybody in Test hub' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect((await other.client.in(hub).get(`spaces/${space.slug}/`)).status).toBe(200);
});

test('a visitor requests access by keyboard, and enters once the owner approves', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const { hub, member, other } = await createMembers(api);
  const space = await createSpace(member, hub, { name: 'Plans', visibility: 'private' });
  const address = `/${hub.domain_handle}/${space.slug}`;
  await signIn(page, other);
  const nowhere = await page.goto(`/${hub.domain_handle}/there-is-none`);
  expect(nowhere?.status()).toBe(404);
  const pageText = await page.getByRole('main').innerText();
  expect((await page.goto(address))?.status()).toBe(404);
  expect(await page.getByRole('main').innerText()).toBe(pageText);
  await expectAccessible(page);
  await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'I work on this');
  await press(page, page.getByRole('button', { name: 'Ask', exact: true }));
  await expect(page.getByText('You asked for access')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You asked for access')).toBeVisible();

  const theirs = await browser.newContext({ baseURL });
  const ownerPage = await theirs.newPage();
  await signIn(ownerPage, member);
  await ownerPage.goto(`${address}/people`);
  await expect(ownerPage.getByText('I work on this')).toBeVisible();
  await expectAccessible(ownerPage);
  await ownerPage.getByRole('button', { name: `Approve ${nameOf(other)}` }).click();
  await expect(ownerPage.getByText(`${nameOf(other)} is in the space now.`)).toBeVisible();
  await theirs.close();

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for this space' }).click();
  await page.getByRole('menuitem', { name: 'Ask for a stronger role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('The owners have been asked.')).toBeVisible();
});

test('shows a member the space’s members, lets them leave, and nothing else', async ({ page, api }) => {
  const { hub, member, other } = await createMembers(api);
  const space = await createSpace(member, hub, { name: 'Plans', visibility: 'private' });
  const body = { user_id: other.user.id, role: 'viewer' };
  await member.client.in(hub).post(`spaces/${space.slug}/members/`, body);
  await signIn(page, other);
  await page.goto(`/${hub.domain_handle}/${space.slug}/people`);
  await expect(page.getByRole('list', { name: 'People of this space' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave this space' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(`/${hub.domain_handle}`);
});

test('a hub’s owner takes over a space at its address, with the password', async ({ page, api }) => {
  const { hub, owner, member } = await createMembers(api);
  const space = await createSpace(member, hub, { name: 'Plans', visibility: 'private' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'Take over a space at this address' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill('Wrong-pass-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('This is not your password')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel('Your password').fill(owner.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await page.goto(`/${hub.domain_handle}/${space.slug}/people`);
  await expect(page.getByText('Took this space over as owner of the hub')).toBeVisible();
});

test('archives, lists, unarchives, deletes and restores a space', async ({ page, api }) => {
  const { hub, member } = await createMembers(api);
  const space = await createSpace(member, hub, { name: 'Old project' });
  const home = `/${hub.domain_handle}`;
  await signIn(page, member);
  await page.goto(`${home}/${space.slug}`);
  const menu = page.getByRole('button', { name: 'More actions for this space' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This space is archived: it can be read, but not changed.')).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Old project' })).toHaveCount(0);
  await page.goto(`${home}/settings/archive`);
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Old project/ })
    .click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect(page.getByText('This space is archived: it can be read, but not changed.')).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete this space' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this space' }).click();
  await expect(page).toHaveURL(home);
  await page.goto(`${home}/settings/trash`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Old project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Old project' })).toBeVisible();
});

test('searches ten and more members by name', async ({ page, api }) => {
  const { hub, owner, member } = await createMembers(api);
  const space = await createSpace(member, hub, { visibility: 'private' });
  for (let number = 0; number < 8; number += 1) {
    const person = await addMember(api, owner, hub);
    const body = { user_id: person.user.id, role: 'viewer' };
    await member.client.in(hub).post(`spaces/${space.slug}/members/`, body);
  }
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/${space.slug}/people`);
  const list = page.getByRole('list', { name: 'People of this space' }).getByRole('listitem');
  await expect(list).toHaveCount(9);
  await page.getByRole('searchbox', { name: 'Find in this list' }).fill(member.email);
  await expect(list).toHaveCount(1);
  await expectFitsPhone(page);
  await page.getByRole('searchbox', { name: 'Find in this list' }).fill('nobody is called so');
  await expect(page.getByText('No matching people.')).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'Name or email address' }));
});
