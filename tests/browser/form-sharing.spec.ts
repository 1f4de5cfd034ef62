import { createHub, createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createForm, createOpenForm } from '#tests/harness/forms.ts';
import { press } from '#tests/harness/keyboard.ts';
import { addMember } from '#tests/harness/members.ts';

test('“Who can see this?” of a form lists who and why: by name, by link, by its space', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { name: 'Boathouse', visibility: 'shared' });
  const { owner, hub, space } = place;
  const ida = await addMember(api, owner, hub);
  await ida.client.patch('auth/me/', { first_name: 'Ida', last_name: 'Wells' });
  const form = await createOpenForm(owner, place, { title: 'Regatta', visibility: 'shared' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}/forms/${form.id}?tab=share`);
  const field = page.getByRole('combobox', { name: 'Add people' });
  await field.fill(ida.email.slice(0, 15));
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await field.press('ArrowDown');
  await field.press('Enter');
  await page.getByLabel('Role', { exact: true }).selectOption('editor');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Role of Ida Wells' })).toHaveValue('editor');
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/\/s\//);
  await page.getByRole('tab', { name: 'Links' }).press('ArrowRight');
  const list = page.getByRole('list', { name: 'Everybody who can see this' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  const ofIda = list.getByRole('listitem').filter({ hasText: 'Ida Wells' });
  await expect(ofIda).toContainText('added by name to this');
  await expect(ofIda).toContainText('member of the hub, and the space Boathouse is open to members');
  await expect(ofIda).toContainText('Editor');
  await expect(list.getByRole('listitem').filter({ hasText: 'Anyone with this link' })).toContainText(
    'link to this',
  );
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('a link to a form lets its holder submit, and nothing once revoked', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const place = await createPlace(api, { visibility: 'private' });
  const { owner, hub, space } = place;
  const form = await createOpenForm(owner, place, { title: 'Regatta', visibility: 'shared' });
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}/forms/${form.id}?tab=share`);
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = new URL(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue())
    .pathname;

  const theirs = await browser.newContext({ baseURL });
  const visitor = await theirs.newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Regatta' })).toBeVisible();
  await visitor.getByLabel('Name').fill('Grete');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Thank you')).toBeVisible();
  await expect
    .poll(async () => (await owner.client.get(`forms/${form.id}/submissions/`)).data)
    .toHaveLength(1);

  const watching = visitor.waitForEvent('websocket', (socket) => socket.url().includes('/ws?link='));
  await visitor.goto(address);
  await watching;
  await page.getByRole('button', { name: /^Revoke link by/ }).click();
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click();
  await expect(page.getByText('No link yet')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'This form is closed' })).toBeVisible();
  await expect(visitor.getByLabel('Name')).toHaveCount(0);
  expect((await visitor.goto(address))?.status()).toBe(404);
  expect((await visitor.goto(`/f/${form.slug}`))?.status()).toBe(404);
  await theirs.close();
});

test('lists a shared form under shared items, and opens its questions', async ({ page, api }) => {
  const place = await createPlace(api, { name: 'Secret merger', visibility: 'private' });
  const { owner, hub } = place;
  const guest = await addMember(api, owner, hub, 'guest');
  const form = await createOpenForm(owner, place, { title: 'Regatta', visibility: 'shared' });
  const people = [{ user_id: guest.user.id, role: 'viewer' }];
  await owner.client.put(`forms/${form.id}/access/`, { people });
  await signIn(page, guest);
  await page.goto('/shared');
  await expect(page.getByText('Secret merger')).toHaveCount(0);
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Regatta/ })
    .click();
  await page.waitForURL(`/f/${form.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Regatta' })).toBeVisible();
  await owner.client.put(`forms/${form.id}/access/`, { people: [] });
  expect((await page.reload())?.status()).toBe(404);
});

test('restores and permanently deletes a form from the trash, by keyboard, with the hub’s retention', async ({
  page,
  api,
}) => {
  const place = await createPlace(api, { name: 'Boathouse' });
  const { owner, hub } = place;
  await owner.client.patch(`hubs/${hub.domain_handle}/`, { trash_days: 7 });
  for (const title of ['Regatta', 'Lunch']) {
    const form = await createOpenForm(owner, place, { title });
    await owner.client.delete(`forms/${form.id}/`);
  }
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings/trash`);
  const forms = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Restore/ }) });
  await expect(forms).toHaveCount(2);
  await expect(forms.first()).toContainText('7 days left');
  await expect(page.getByText('30 days')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await press(page, page.getByRole('button', { name: 'Restore Regatta' }));
  await expect(page.getByText('“Regatta” is back')).toBeVisible();
  expect((await owner.client.get(`spaces/${place.space.slug}/forms/`)).data).toHaveLength(1);
  await press(page, page.getByRole('button', { name: 'Delete Lunch permanently' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }));
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByText('What is deleted stays here for 7 days')).toBeVisible();
});

test('lists public forms of a public space for visitors without a script, and no others', async ({
  browser,
  baseURL,
  api,
}) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { name: 'Open Coop', visibility: 'public' });
  const space = await createSpace(owner, hub, {
    name: 'Boathouse',
    description: 'Where we row from',
    visibility: 'public',
  });
  const place = { hub, space };
  const open = await createOpenForm(owner, place, { title: 'Regatta', description: 'Who rows?' });
  await createForm(owner, place, { title: 'Draft' });
  await createOpenForm(owner, place, { title: 'Hidden', visibility: 'private' });
  await createOpenForm(owner, place, { title: 'By address alone', settings: { listed: false } });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  for (const path of [`/${hub.domain_handle}`, `/${hub.domain_handle}/${space.slug}`]) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('link', { name: /Regatta/ })).toHaveAttribute('href', `/f/${open.slug}`);
    const html = await page.content();
    for (const word of ['Draft', 'Hidden', 'By address alone', 'Ada', owner.email])
      expect(html, path).not.toContain(word);
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  }
  await expect(page).toHaveTitle(/Boathouse/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', 'Where we row from');
  await page.getByRole('link', { name: /Regatta/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Regatta' })).toBeVisible();
  await expect(page).toHaveTitle(/Regatta/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', 'Who rows?');
  await expect(page.getByLabel('Name')).toBeVisible();
  await context.close();
});
