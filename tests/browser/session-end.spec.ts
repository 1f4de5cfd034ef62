import type { Page } from '@playwright/test';
import { createHub, PASSWORD, registerUser, signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { expect, openConnectedPage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

const ELSEWHERE = 'You were signed out from another device.';

/** Ends all of the person's sessions but a new one, as on another device. */
async function signOutElsewhere(person: TestAccount, api: Parameters<typeof signInAgain>[0]): Promise<void> {
  const device = await signInAgain(api, person);
  expect((await device.client.delete('auth/sessions/')).ok).toBe(true);
}

async function signInOnPage(page: Page, { email }: TestAccount): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('redirects every page to sign-in with the reason after the session ended, and back', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space });
  await signIn(page, member);
  await signOutElsewhere(member, api);
  const home = `/${hub.domain_handle}`;
  const inSpace = `${home}/${space.slug}`;
  for (const path of [
    home,
    inSpace,
    `${inSpace}/${item.id}`,
    `${inSpace}/people`,
    `${inSpace}/trash`,
    `${inSpace}/forms`,
    `${home}/members`,
    `${home}/settings`,
    `${home}/settings/audit-log`,
    '/search?q=x',
    '/profile',
    '/f/no-such-form',
  ]) {
    // The answer before had the browser delete the session.
    await signIn(page, member);
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(307);
    const target = new URL(response.headers().location ?? '', 'http://localhost');
    expect(target.pathname).toBe('/auth/signin');
    expect(Object.fromEntries(target.searchParams), path).toEqual({
      next: path,
      ended: 'signed_out_elsewhere',
    });
    expect(response.headers()['set-cookie']).toMatch(/^hubkeep_session=;/);
  }
  await signIn(page, member);
  await page.goto(inSpace);
  await expect(page.getByText(ELSEWHERE)).toBeVisible();
  await signInOnPage(page, member);
  await page.waitForURL(inSpace);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(space.name);
});

test('shows a public page with a notice after the session ended', async ({ page, api }) => {
  const owner = await registerUser(api);
  const hub = await createHub(owner, { visibility: 'public' });
  await signIn(page, owner);
  await signOutElsewhere(owner, api);
  const response = await page.goto(`/${hub.domain_handle}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByText(ELSEWHERE)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(hub.name);
});

test('hides an open page once its session ended, and restores its input after sign-in', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  await signIn(page, member);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}?new=document`);
  const title = page.getByLabel('Title');
  await title.fill('Summer camp 2027');
  await signOutElsewhere(member, api);
  const dialog = page.getByRole('dialog', { name: 'You were signed out' });
  await expect(dialog.getByText(ELSEWHERE)).toBeVisible();
  await expect(title).toBeHidden();
  await dialog.getByLabel('Your password').fill('Wrong-1234');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveValue('Summer camp 2027');
});
