import { randomUUID } from 'node:crypto';
import { createHub, createPlace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import {
  clearSession,
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { userCommand } from '#tests/harness/user-command.ts';

test('shows an error under a wrong password, keeps the address, and signs in with the right one', async ({
  page,
  api,
}) => {
  const person = await registerUser(api);
  const hub = await createHub(person);
  await page.goto('/auth/signin');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await expect(email).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(email).toBeFocused();
  await expect(page.getByText('Please enter Email')).toBeVisible();
  await expect(page.getByText('Please enter Password')).toBeVisible();
  await email.fill(person.email);
  await password.fill('Not-the-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue(person.email);
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`/${hub.domain_handle}`);
});

test('sign-up shows which password rule is violated, and that an address is taken', async ({ page, api }) => {
  const { email: taken } = await registerUser(api);
  await page.goto('/auth/signup');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Create account' });
  await email.fill('nobody@nowhere');
  await password.fill('Boathouse-');
  await submit.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  const message = await password.getAttribute('aria-describedby');
  await expect(page.locator(`[id="${message?.split(' ').join('"],[id="')}"]`).first()).toContainText(
    /digit/i,
  );
  await email.fill(taken);
  await password.fill(PASSWORD);
  await submit.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL('/auth/signup');
});

test('sets a forgotten password by the administrator’s link', async ({ page, api }) => {
  const person = await registerUser(api);
  await createHub(person);
  await page.goto('/auth/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('npm run user -- reset-link <email>')).toBeVisible();
  const link = new URL(await userCommand('reset-link', person.email));
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('New password', { exact: true }).fill('Lighthouse-8');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Lighthouse-8');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/hub-/);
  await clearSession(page);
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('New password', { exact: true }).fill('Lighthouse-9');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('returns to the requested page after sign-in, and never to another site', async ({ page, api }) => {
  const person = await registerUser(api);
  const hub = await createHub(person);
  await page.goto(`/${hub.domain_handle}/settings`);
  await page.waitForURL(`/auth/signin?next=%2F${hub.domain_handle}%2Fsettings`);
  const enter = async () => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await enter();
  await page.waitForURL(`/${hub.domain_handle}/settings`);
  // Other ways to write such an address are in lib/browser/internal-path.test.ts.
  await clearSession(page);
  await page.goto(`/auth/signin?next=${encodeURIComponent('//evil.example/')}`);
  await enter();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  expect(new URL(page.url()).host).toBe(new URL(process.env.HUBKEEP_TEST_URL ?? '').host);
});

test('goes to sign-in after signing out, however soon the server closes the socket', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Minutes' });
  await signIn(page, place.owner);
  const socket = await openConnectedPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${item.id}`);
  const ended = socket.waitForEvent('close');
  // The token is forgotten only after the socket has ended: the page must not load itself again in between.
  await page.route('**/api/token/', async (route) => {
    if (route.request().method() === 'DELETE') await ended;
    await route.fallback();
  });
  await page.getByRole('button', { name: /, Account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(page).toHaveURL('/auth/signin');
});

test('checks a handle while it is typed and suggests a free one', async ({ page, api }) => {
  const owner = await registerUser(api);
  const taken = await createHub(owner, {
    domain_handle: `lakeside-rowing-and-sailing-club-of-the-north-${randomUUID().slice(-6)}`,
  });
  await signIn(page, await registerUser(api));
  await page.goto('/create-hub');
  const handle = page.getByLabel('Address');
  await page.getByLabel('Name').fill('Café “Süd” 🏠');
  await expect(handle).toHaveValue('cafe-sud');
  await handle.fill('two words');
  await expect(handle).toHaveAttribute('aria-invalid', 'true');
  await handle.fill('api');
  await expect(handle).toHaveAttribute('aria-invalid', 'true');
  await handle.fill(taken.domain_handle.toUpperCase());
  await expect(page.getByText('This address is taken; choose another one')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const offer = page.getByRole('button', { name: /^Use / });
  const offered = (await offer.innerText()).replace('Use ', '');
  await offer.click();
  await expect(handle).toHaveValue(offered);
  await expect(page.getByText('This address is free.')).toBeVisible();
  // The sign stands at its first line, however many it takes.
  const address = page.getByText(new RegExp(`/${offered}$`));
  const [line, sign] = await Promise.all([
    address.boundingBox(),
    address.locator('svg').boundingBox({ timeout: 5000 }),
  ]);
  expect((sign?.y ?? 0) - (line?.y ?? 0)).toBeLessThan(8);
  await page.getByRole('button', { name: 'Create hub' }).click();
  await page.waitForURL(`/${offered}`);
});

test('joins by a verified mail domain with one click', async ({ page, api }) => {
  const owner = await registerUser(api);
  const domain = `d${randomUUID().slice(-12)}.example`;
  const hub = await createHub(owner, { name: 'Domain Coop', join_domains: [domain] });
  const person = await registerUser(api, { email: `new@${domain}` });
  await userCommand('verify', person.email);
  await signIn(page, person);
  await page.goto('/');
  await page.waitForURL('/join-hub');
  await expect(page.getByRole('heading', { level: 1, name: 'Join Domain Coop' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`/${hub.domain_handle}`);
});

test('changes the slides beside the form by their dots, and stops them for reduced motion', async ({
  page,
}) => {
  await page.goto('/auth/signin');
  const carousel = page.getByRole('region', { name: 'What Hubkeep does' });
  await expect(carousel.getByText('One search through everything your hub knows.')).toBeVisible();
  const dots = carousel.getByRole('button', { name: /^Slide \d of 3$/ });
  await expect(dots).toHaveCount(3);
  await dots.nth(1).click();
  await expect(carousel.getByText('You decide who sees what, down to a single page.')).toBeVisible();
  await expect(carousel.getByText('One search through everything your hub knows.')).toBeHidden();
  await expect(carousel.getByRole('button', { name: 'Play the slides' })).toBeVisible();
});
