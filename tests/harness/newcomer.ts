import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { expect } from './browser.ts';
import { press, typeInto } from './keyboard.ts';

/** Creates an account from the first page on; each sign-up step has its first field in focus. */
export async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Create an account' }).first());
  await page.waitForURL('/auth/signup');
  await expect(page.getByLabel('Email')).toBeFocused();
  await typeInto(page, page.getByLabel('Email'), `walker-${randomUUID().slice(-12)}@example.test`);
  await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
}

/** The next step: a name and a role. */
export async function fillBasicProfile(page: Page): Promise<void> {
  await page.waitForURL('/basic-profile');
  const first = page.getByLabel('First name');
  await expect(first).toBeFocused();
  await typeInto(page, first, 'Amina');
  const role = page.getByLabel('What you do');
  await expect(role).toHaveAttribute('aria-autocomplete', 'list');
  await typeInto(page, role, 'found');
  await page.keyboard.press('Enter');
  await expect(role).toHaveAccessibleDescription('Founder');
  await press(page, page.getByRole('button', { name: 'Continue' }));
}

/**
 * Creates a hub.
 * @returns its handle
 */
export async function createHubOnPage(page: Page): Promise<string> {
  await page.waitForURL('/create-hub');
  const name = `Walkers ${randomUUID().slice(-12)}`;
  // The previous step, whose fields have other names, may still be displayed.
  const field = page.getByLabel('Name', { exact: true });
  await expect(field).toBeFocused();
  await typeInto(page, field, name);
  await expect(page.getByText('This address is free.')).toBeVisible();
  const handle = await page.getByLabel('Address').inputValue();
  await press(page, page.getByRole('button', { name: 'Create hub' }));
  await page.waitForURL(`/${handle}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return handle;
}

/** Creates the hub's first space, named Board. */
export async function createSpaceOnPage(page: Page, handle: string): Promise<void> {
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('button', { name: 'New space' })
      .or(page.getByRole('banner').getByRole('button', { name: 'New space' })),
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Board');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/${handle}/board`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
}
