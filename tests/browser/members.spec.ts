import { randomUUID } from 'node:crypto';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  expectNoSidewaysScroll,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createMembers } from '#tests/harness/members.ts';

const LONG = 'Łucja-Wilhelmina '.repeat(16).slice(0, 255).trim();

test('an owner finds a member, changes the role, and can revert a choice', async ({ page, api }) => {
  const { hub, owner, member } = await createMembers(api);
  await member.client.patch('auth/me/', { first_name: 'Grace', last_name: LONG });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members`);
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByText('5 people')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('grace');
  await expect(page.getByText('1 person')).toBeVisible();
  await expect(page).toHaveURL(/q=grace/);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace' })).toBeVisible();
  const role = page.getByRole('combobox', { name: /^Role of Grace/ });
  await role.selectOption('Admin');
  await expect(page.getByText(/^Grace .* is an admin now\.$/)).toBeVisible();
  const now = await owner.client.get(`hubs/${hub.domain_handle}/members/${member.user.id}/`);
  expect(now.data.role).toBe('admin');

  await role.selectOption('Owner');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('may do everything in it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toHaveValue('admin');
});

test('suspends, reinstates and removes a member by keyboard', async ({ page, api }) => {
  const { hub, owner, member } = await createMembers(api);
  await member.client.patch('auth/me/', { first_name: 'Grace', last_name: 'Hopper' });
  const space = await createSpace(member, hub, { name: 'Secret', visibility: 'private' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members?q=hopper`);
  const more = page.getByRole('button', { name: 'More actions for Grace Hopper' });
  const choose = async (name: string) => {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press(name.charAt(0));
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await choose('Suspend');
  const dialog = page.getByRole('dialog', { name: 'Suspend Grace Hopper?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').getByText('Suspended', { exact: true })).toBeVisible();
  await expect(more).toBeFocused();
  expect((await member.client.in(hub).get('spaces/')).status).toBe(404);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Grace Hopper is reinstated.')).toBeVisible();
  expect((await member.client.in(hub).get('spaces/')).status).toBe(200);

  await choose('Remove');
  const removal = page.getByRole('dialog', { name: /^Remove Grace Hopper from/ });
  await expect(removal.getByText('One private space would have no owner.')).toBeVisible();
  await expect(removal).not.toContainText(space.name);
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Nobody found')).toBeVisible();
  await expect(page.getByText('One private space has no owner now')).toBeVisible();
  expect((await member.client.in(hub).get('spaces/')).status).toBe(404);
});

test('invites many addresses at once, with an outcome for each and a link to copy', async ({ page, api }) => {
  const { hub, owner, member } = await createMembers(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members?tab=invitations`);
  await expect(page.getByText('No open invitations')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: /^Invite people to/ });
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByText('Please enter an email')).toBeVisible();
  await expect(dialog.getByLabel('Emails')).toBeFocused();
  const fresh = `new-${randomUUID().slice(-12)}@example.test`;
  await dialog.getByLabel('Emails').fill(`Ada <${fresh}>, ${member.email};\nnobody`);
  await expect(dialog.getByText('2 addresses')).toBeVisible();
  // What is none is named once the field is left.
  await dialog.getByLabel('Role').focus();
  await expect(dialog.getByText('“nobody” is not an email address.')).toBeVisible();
  await dialog.getByLabel('Role').selectOption('Guest');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(dialog.getByText('1 of 3 invited.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: member.email })).toContainText(
    'Already a member',
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'nobody' })).toContainText('Not invited');
  await expect(dialog.getByRole('textbox', { name: `Link for ${fresh}` })).toHaveValue(
    /\/invite\/[\w-]{43}$/,
  );
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Invite more' }).click();
  await expect(dialog.getByLabel('Emails')).toHaveValue('nobody');
  await page.keyboard.press('Escape');

  const line = page.getByRole('listitem').filter({ hasText: fresh });
  await expect(line).toContainText('Guest · invited by Olga');
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No open invitations')).toBeVisible();
  expect((await owner.client.get(`hubs/${hub.domain_handle}/invites/`)).data).toEqual([]);
});

test('creates an invitation link that adds a visitor, and revokes it', async ({ page, api, browser }) => {
  const { hub, owner, stranger } = await createMembers(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members?tab=invitations`);
  await page.getByRole('banner').getByRole('button', { name: 'Invite by link' }).click();
  const dialog = page.getByRole('dialog', { name: /^A link to join/ });
  await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Admin', 'Member', 'Guest']);
  await dialog.getByLabel('Works for').selectOption('30 days');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await context.newPage();
  await signIn(theirs, stranger);
  await theirs.goto(new URL(link).pathname);
  await expect(theirs.getByText('invites anyone with this link to join as a member.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Join' }).click();
  await theirs.waitForURL(`/${hub.domain_handle}`);
  await context.close();

  await page.reload();
  const line = page.getByRole('listitem').filter({ hasText: 'Link for anyone, as Member' });
  await expect(line).toContainText('1 person joined');
  await line.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(line).toHaveCount(0);
});

test('approves join requests with a role, and declines them', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { visibility: 'shared' });
  const [ida, kay] = await Promise.all([
    registerUser(api, { first_name: 'Ida', last_name: 'Noddack' }),
    registerUser(api, { first_name: 'Alan', last_name: 'Kay' }),
  ]);
  const path = `hubs/${hub.domain_handle}/join-requests/`;
  await ida.client.post(path, { message: `I row too.\n${LONG}` });
  await kay.client.post(path, {});
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members`);
  await page.getByRole('link', { name: 'Requests 2' }).click();
  await expect(page).toHaveURL(/tab=requests/);
  await expect(page.getByText('I row too.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('combobox', { name: 'Role of Ida Noddack' }).selectOption('Guest');
  await page.getByRole('button', { name: 'Approve Ida Noddack' }).click();
  await expect(page.getByText('Ida Noddack is in the hub now.')).toBeVisible();
  await page.getByRole('button', { name: 'Decline Alan Kay' }).click();
  await expect(page.getByText('No join requests')).toBeVisible();
  const { data } = await owner.client.get(`hubs/${hub.domain_handle}/members/`);
  expect(data.map((one) => [one.first_name, one.role]).sort()).toEqual([
    ['Ada', 'owner'],
    ['Ida', 'guest'],
  ]);
});

test('a member sees the members, changes none, and leaves', async ({ page, api }) => {
  const { hub, member } = await createMembers(api);
  await signIn(page, member);
  await page.goto(`/${hub.domain_handle}/members?tab=invitations`);
  await expect(page.getByText('5 people')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^More actions for/ })).toHaveCount(1);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: /^Leave / }).click();
  const dialog = page.getByRole('dialog', { name: /^Leave / });
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('/create-hub');
  expect((await member.client.get(`hubs/${hub.domain_handle}/members/`)).status).toBe(404);
});

test('an owner makes a group, adds people to it together, and lets it into a space', async ({
  page,
  api,
}) => {
  const { hub, owner, member, other } = await createMembers(api);
  await member.client.patch('auth/me/', { first_name: 'Grace', last_name: LONG });
  await other.client.patch('auth/me/', { first_name: 'Alan', last_name: 'Kay' });
  const space = await createSpace(owner, hub, { name: 'Plans', visibility: 'private' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/members`);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByText('No groups yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Board');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Add people' });
  for (const name of ['Grace', 'Alan']) {
    await field.fill(name);
    await page.getByRole('option', { name }).click();
  }
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(page.getByRole('list', { name: 'People in this group' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('2 people · not added anywhere yet')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await page.goto(`/${hub.domain_handle}/${space.slug}/people`);
  await page.getByRole('combobox', { name: 'Name or email address' }).fill('boa');
  await page.getByRole('option', { name: /Board/ }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const groups = page.getByRole('list', { name: 'Groups of this space' });
  await expect(groups).toContainText('2 people');
  expect((await member.client.in(hub).get(`spaces/${space.slug}/`)).status).toBe(200);
  await page.getByRole('button', { name: 'Show everybody' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Alan Kay' });
  await expect(row).toContainText('through the group Board, which was added to this');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await row.getByRole('link', { name: 'Board' }).click();
  // Others' changes show by themselves.
  await expect(page.getByText('2 people · added to one place')).toBeVisible();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe(`/${hub.domain_handle}/members`);
  const path = `hubs/${hub.domain_handle}/groups/${searchParams.get('group')}/members/`;
  expect((await owner.client.delete(`${path}${member.user.id}/`)).ok).toBe(true);
  await expect(page.getByText('1 person · added to one place')).toBeVisible();
  await expect(page.getByRole('list', { name: 'People in this group' }).getByRole('listitem')).toHaveCount(1);
});

test('shows no members to a guest, and keeps the last owner from leaving', async ({ page, api }) => {
  const { hub, owner, guest } = await createMembers(api);
  await signIn(page, guest);
  await page.goto(`/${hub.domain_handle}`);
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  await page.goto(`/${hub.domain_handle}/members`);
  await expect(page.getByText('You are a guest here')).toBeVisible();
  await expect(page.getByText(owner.email)).toHaveCount(0);
  await expectAccessible(page);

  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}`);
  await page.getByRole('complementary').getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByRole('button', { name: /^Leave / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('A hub needs an owner. Make somebody else an owner first.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Leave' })).toBeDisabled();
});

test('switches between twelve hubs with long names @phone', async ({ page, api }) => {
  const person = await registerUser(api);
  const hubs = [];
  for (let number = 1; number <= 11; number += 1)
    hubs.push(await createHub(person, { name: `Hub ${number}` }));
  const long = await createHub(person, { name: LONG });
  await signIn(page, person);
  await page.goto(`/${hubs[0]?.domain_handle}`);
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: /Switch hub$/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(12);
  const entry = page.getByRole('menuitemradio', { name: LONG });
  expect((await entry.boundingBox())?.height).toBeLessThan(80);
  await expectAccessible(page);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(`/${long.domain_handle}`);
  await expectNoSidewaysScroll(page);
});
