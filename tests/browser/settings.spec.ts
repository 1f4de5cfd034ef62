import { randomUUID } from 'node:crypto';
import { createHub, createPlace, createSpace } from '#tests/harness/accounts.ts';
import { clearSession, expect, expectAccessible, signIn, test } from '#tests/harness/browser.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

test('an owner changes the hub, whose old address redirects', async ({ page, browser, baseURL, api }) => {
  const { owner, hub } = await createPlace(api);
  const open = await createSpace(owner, hub, { visibility: 'public' });
  const taken = await createHub(owner);
  await owner.client.post(`hubs/${hub.domain_handle}/activate/`);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  await expect(page.getByText('Self-hosted: no limits but those of the machine.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Nordwind Coop 🌬️');
  const address = page.getByLabel('Address');
  await address.fill(taken.domain_handle);
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill(`nordwind-${randomUUID().slice(-12)}`);
  await expect(page.getByText('This address is free.')).toBeVisible();
  await expect(page.getByText(/^Links to the old address lead to the new one/)).toBeVisible();
  await page.getByLabel(/^Mail domains/).fill('nordwind.example\nnot a domain');
  await page.getByRole('radio', { name: /^People may ask/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('not is not a valid mail domain')).toBeVisible();
  await page.getByLabel(/^Mail domains/).fill('nordwind.example\nboats.example');
  const handle = await address.inputValue();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`/${handle}/settings`);
  const changed = expectData(await owner.client.get(`hubs/${handle}/`));
  expect(changed).toMatchObject({
    name: 'Nordwind Coop 🌬️',
    visibility: 'shared',
    join_domains: ['nordwind.example', 'boats.example'],
  });
  await page.goto(`/${hub.domain_handle}/settings?tab=general`);
  expect(new URL(page.url()).pathname).toBe(`/${handle}/settings`);
  const visitor = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await visitor.goto(`/${hub.domain_handle}/${open.slug}`);
  expect(new URL(visitor.url()).pathname).toBe(`/${handle}/${open.slug}`);
  await expect(visitor.getByRole('heading', { name: open.name, level: 1 })).toBeVisible();
  await visitor.context().close();
});

test('loses nothing when two users change the settings at once', async ({ page, api }) => {
  const { owner, hub } = await createPlace(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/settings`);
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { description: 'Theirs' }));
  await page.getByLabel(/^Description/).fill('Mine');
  const main = page.getByRole('main');
  await expect(main.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('link', { name: 'Search' }).first().click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Somebody else changed these settings meanwhile.')).toBeVisible();
  await expect(main.getByText('Unsaved changes')).toBeVisible();
  await expect(page.getByLabel(/^Description/)).toHaveValue('Mine');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(main.getByText('Saved', { exact: true })).toBeVisible();
  expect(expectData(await owner.client.get(`hubs/${hub.domain_handle}/`)).description).toBe('Mine');
  await page.getByLabel(/^Description/).fill('Mine again');
  await expect(main.getByText('Unsaved changes')).toBeVisible();
  await expect(main.getByText('Saved', { exact: true })).toBeHidden();
});

test('shows the settings, the log and the export to owners and admins only', async ({ page, api }) => {
  const { owner, hub } = await createPlace(api);
  const member = await addMember(api, owner, hub);
  await signIn(page, member);
  expect((await page.goto(`/${hub.domain_handle}/settings`))?.status()).toBe(403);
  await expect(page.getByText('You can’t change these settings')).toBeVisible();
  await expectAccessible(page);
  const log = `/${hub.domain_handle}/settings/audit-log`;
  const refused = await page.request.get(log);
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain('You can’t change these settings');

  const admin = await addMember(api, owner, hub, 'admin');
  await clearSession(page);
  await signIn(page, admin);
  await page.goto(`/${hub.domain_handle}/settings`);
  await expect(page.getByRole('heading', { name: 'Export everything' })).toBeVisible();
  for (const owners of ['Transfer this hub', 'Delete this hub']) {
    await expect(page.getByRole('heading', { name: owners })).toBeHidden();
  }

  const { owner: stranger } = await createPlace(api);
  await clearSession(page);
  await signIn(page, stranger);
  for (const path of [`/${hub.domain_handle}/settings`, log])
    expect((await page.request.get(path)).status(), path).toBe(404);
});
