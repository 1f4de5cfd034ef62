import { createHub, createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn, test } from '#tests/harness/browser.ts';
import { createForm, createOpenForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

const list = (page: import('@playwright/test').Page) =>
  page.getByRole('list', { name: 'Forms' }).getByRole('listitem');

test('creates a form from a template in the space', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api, { name: 'Handbook' });
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/forms`);
  await expect(page.getByText('No forms yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'New form' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New form' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: /^Registration/ }).click();
  await page.waitForURL(/\/forms\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Registration' })).toBeVisible();

  await page.goto(`/${hub.domain_handle}/${space.slug}/forms`);
  await expect(list(page)).toHaveCount(1);
  await expect(list(page).first()).toContainText('Draft');
});

test('the space’s New menu creates a form', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Form' }).click();
  await expect(page).toHaveURL(/\/forms\/new$/);
});

test('renames, duplicates, trashes and restores forms', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  await createOpenForm(owner, place, { title: 'Boat house' });
  await createForm(owner, place, { title: 'x'.repeat(255) });
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/forms`);
  await expect(list(page)).toHaveCount(2);
  const boat = list(page).filter({ hasText: 'Boat house' }).first();
  await expect(boat).toContainText('Open');
  await expect(boat).toContainText('No answers');
  await expectAccessible(page);
  await expectFitsPhone(page);

  await boat.getByRole('button', { name: 'Actions for Boat house' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('Please enter Title')).toBeVisible();
  await dialog.getByLabel('Title').fill('Book the boat');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('link', { name: 'Book the boat', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Book the boat', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('link', { name: 'Book the boat (copy)' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Book the boat (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(page.getByRole('link', { name: 'Book the boat (copy)' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Forms in the trash' }).click();
  await page.getByRole('button', { name: 'Actions for Book the boat (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText('No forms in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the forms' }).click();
  await expect(list(page)).toHaveCount(3);
});

test('creates a form from a sheet’s headers and from a JSON Schema', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/forms/new`);
  await page.getByRole('button', { name: /^From a file/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'boat_bookings.csv',
    mimeType: 'text/csv',
    // As spreadsheets of Europe write it.
    buffer: Buffer.from(
      'Name,Mail,Name,Größe\nAda,ada@example.org,x,1\nGrace,grace@example.org,y,2\n',
      'latin1',
    ),
  });
  await expect(dialog.getByText('4 fields found')).toBeVisible();
  await expect(dialog.getByText('Größe', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Title of the form')).toHaveValue('boat bookings');
  await expect(dialog.getByText('Another column has this name')).toBeVisible();
  await expect(dialog.getByText('E-mail · required')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'JSON Schema' }).check();
  await dialog.getByLabel('Or paste it here').fill('{"type":"object"');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText('This isn’t JSON')).toBeVisible();
  const schema = {
    title: 'Order',
    type: 'object',
    required: ['mail'],
    properties: { mail: { type: 'string', format: 'email' }, amount: { type: 'number', multipleOf: 5 } },
  };
  await dialog.getByLabel('Or paste it here').fill(JSON.stringify(schema));
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText('What multipleOf says is not kept')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create form' }).click();
  await page.waitForURL(/\/forms\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const made = expectData(await owner.client.get(`forms/${id}/`));
  expect(made.settings.spam, 'of a form that is made on the page').toBe('honeypot_and_rate');
});

test('shows a public form to visitors on the page of its hub and space, and lets them fill it', async ({
  page,
  api,
}) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { visibility: 'public', name: 'Boathouse' });
  const space = await createSpace(owner, hub, { name: 'Moorings', visibility: 'public' });
  const open = await createOpenForm(
    owner,
    { hub, space },
    { title: 'Book a mooring', description: 'All year.' },
  );
  await createOpenForm(owner, { hub, space }, { title: 'By link alone', settings: { listed: false } });
  for (const path of [`/${hub.domain_handle}`, `/${hub.domain_handle}/${space.slug}`]) {
    await openPage(page, path);
    await expect(page.getByRole('link', { name: 'Book a mooring All year.' })).toBeVisible();
    await expect(page.getByText('By link alone')).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsPhone(page);
  }
  await page.getByRole('link', { name: 'Book a mooring All year.' }).click();
  await expect(page).toHaveURL(new RegExp(`/f/${open.slug}$`));
  await expect(page.getByLabel('Name')).toBeVisible();
});

test('shows a published form to members in its space and on the hub’s home, and lets them fill it', async ({
  page,
  api,
}) => {
  const { owner, hub, space } = await createPlace(api, { name: 'Moorings', visibility: 'shared' });
  const open = await createOpenForm(owner, { hub, space }, { title: 'Book a mooring', visibility: 'shared' });
  await createOpenForm(owner, { hub, space }, { title: 'For the board alone', visibility: 'private' });
  const member = await addMember(api, owner, hub);
  await signIn(page, member);
  for (const path of [`/${hub.domain_handle}`, `/${hub.domain_handle}/${space.slug}`]) {
    await openPage(page, path);
    await expect(page.getByRole('link', { name: /Book a mooring/ })).toHaveAttribute(
      'href',
      `/f/${open.slug}`,
    );
    await expect(page.getByText('For the board alone')).toHaveCount(0);
  }
  await expect(page.getByRole('region', { name: 'Forms 1' })).toBeVisible();
  await page.getByRole('link', { name: /Book a mooring/ }).click();
  await expect(page).toHaveURL(new RegExp(`/f/${open.slug}$`));
  await expect(page.getByLabel('Name')).toBeVisible();
});
