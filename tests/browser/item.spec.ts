import type { Item } from '#lib/contract/item.ts';
import { pdf } from '#tests/fixtures/make/pdf.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import {
  createItem,
  uploadBytes,
  uploadFixture,
  waitUntilProcessed,
  waitUntilReady,
} from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';

type Place = Awaited<ReturnType<typeof createPlace>>;

const pathOf = ({ hub, space }: Place, item: Pick<Item, 'id'>) =>
  `/${hub.domain_handle}/${space.slug}/${item.id}`;

const header = (page: import('@playwright/test').Page) => page.getByRole('banner');

test('previews a file by its type, a photo in its orientation, and a document’s extracted text', async ({
  page,
  api,
}) => {
  test.slow();
  const place = await createPlace(api, { name: 'Handbook' });
  const { owner } = place;
  await signIn(page, owner);
  const files: [
    string,
    string,
    (main: import('@playwright/test').Locator) => import('@playwright/test').Locator,
  ][] = [
    ['files/minutes.docx', 'document', (main) => main.getByText(/dovecote/i).first()],
    ['files/plain.txt', 'document', (main) => main.getByText(/osierbank/i).first()],
    ['files/budget.xlsx', 'table', (main) => main.getByRole('cell', { name: /walnutwood/i })],
    ['files/handbook.pdf', 'document', (main) => main.getByRole('img', { name: 'Page 1 of 3' })],
    ['files/photo.jpg', 'image', (main) => main.getByRole('img', { name: 'photo' })],
    ['files/letter.eml', 'email', (main) => main.getByText(/tamarisk/i).first()],
    ['files/tone.wav', 'media', (main) => main.getByLabel('Player of tone.wav')],
  ];
  for (const [path, kind, content] of files) {
    await test.step(path, async () => {
      const item = await uploadFixture(owner, place, path, { kind });
      await waitUntilReady(owner, item.id);
      await page.goto(pathOf(place, item));
      await expect(page.getByRole('heading', { level: 1, name: item.title })).toBeVisible();
      await expect(content(page.getByRole('main'))).toBeVisible();
      // Files can only be renamed: nothing else is ever unsaved.
      await expect(header(page).getByText('Saved', { exact: true })).toHaveCount(0);
      await expectAccessible(page);
      await expectFitsPhone(page);
    });
    if (path === 'files/handbook.pdf')
      await test.step('its extracted text', async () => {
        await page.getByRole('link', { name: 'Text' }).click();
        await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible();
        await expect(page.getByText(/marlinspike/)).toBeVisible();
        await expectAccessible(page);
      });
    if (path === 'files/photo.jpg')
      await test.step('its orientation', async () => {
        const picture = page.getByRole('main').getByRole('img', { name: 'photo' });
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth))
          .toBe(true);
      });
  }
});

test('plays audio on the item’s public page and by its link, by keyboard', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const { id } = await uploadFixture(owner, place, 'files/tone.wav', { kind: 'media' });
  const item = await waitUntilReady(owner, id);
  const change = { visibility: 'public' };
  expectData(
    await owner.client.patch(`items/${id}/`, change, { headers: { 'If-Match': String(item.revision) } }),
  );
  const link = expectData(await owner.client.post(`items/${id}/share-links/`, { role: 'viewer' }), 201);
  for (const path of [pathOf(place, item), new URL(link.url).pathname]) {
    await page.goto(path);
    const player = page.getByLabel('Player of tone.wav');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0);
    expect(await player.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
    await player.focus();
    await page.keyboard.press('Space');
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
  }
});

test('shows that a file is being processed, and the file once ready', async ({ page, api }) => {
  test.slow();
  const place = await createPlace(api);
  const pages = Array.from({ length: 4000 }, (_, number) => [`Chapter ${number + 1}`, 'Words. '.repeat(60)]);
  const bytes = new Uint8Array(pdf(pages));
  const uploaded = await uploadBytes(place.owner, place, [{ name: 'long.pdf', bytes }], { kind: 'document' });
  const [item] = expectData(uploaded, 201).items;
  if (!item) throw new Error('The file was refused');
  await signIn(page, place.owner);
  await page.goto(pathOf(place, item));
  await expect(page.getByRole('main').getByText(/^(Waiting to be read|Being read)$/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('img', { name: 'Page 1 of 4000' })).toBeVisible({ timeout: 60_000 });
  await page.goto(`${pathOf(place, item)}#page=1500`);
  await expect(page.getByRole('img', { name: 'Page 1500 of 4000' })).toBeInViewport();
});

test('shows why a file can’t be processed, with a retry', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const item = await uploadFixture(owner, place, 'hostile/encrypted.pdf', { kind: 'document' });
  const failed = await waitUntilProcessed(owner, item.id);
  expect(failed.processing.state).toBe('failed');
  await signIn(page, owner);
  await page.goto(pathOf(place, item));
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This file couldn’t be read');
  await expect(alert).toContainText(/password/i);
  await expectAccessible(page);
  await expectFitsPhone(page);
  const retried = page.waitForRequest((request) => request.url().endsWith(`/items/${item.id}/retry/`));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await retried;
  // It fails again, and says so again, without a reload.
  await expect(alert).toContainText(/password/i);
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('edits the title in place with a correct save state', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const item = await createItem(owner, place, {
    title: 'What everybody who rows, sails or swims has read before they take a boat out on the lake',
    content: 'Text',
  });
  await signIn(page, owner);
  await page.goto(pathOf(place, item));
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Title' });
  await expect(field).toBeFocused();
  await field.fill('');
  await field.press('Enter');
  await expect(page.getByText('Please enter Title')).toBeVisible();
  await field.fill('Rules for the boat house 🛶');
  const state = header(page).getByText('Unsaved changes');
  await expect(state).toBeVisible();
  expect((await state.boundingBox())?.height, 'it stands in one line beside a long title').toBeLessThan(30);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rules for the boat house 🛶' })).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  expect(expectData(await owner.client.get(`items/${item.id}/`)).title).toBe('Rules for the boat house 🛶');
  await page.getByRole('button', { name: 'Rename' }).click();
  await field.fill('Something else');
  await field.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Rules for the boat house 🛶' })).toBeVisible();
});

test('keeps both titles when two users rename at once', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const item = await createItem(owner, place, { title: 'Rules' });
  await signIn(page, owner);
  await page.goto(pathOf(place, item));
  await page.getByRole('button', { name: 'Rename' }).click();
  expectData(await owner.client.patch(`items/${item.id}/`, { title: 'Theirs' }));
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.fill('Mine');
  await field.press('Enter');
  await expect(page.getByText('Its title is now “Theirs”')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save “Mine” instead' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  expect(expectData(await owner.client.get(`items/${item.id}/`)).title).toBe('Mine');
});

test('does not delay leaving the page when somebody else changes the item', async ({ page, api }) => {
  const place = await createPlace(api);
  const item = await createItem(place.owner, place, { title: 'Rules' });
  await signIn(page, place.owner);
  const space = `/${place.hub.domain_handle}/${place.space.slug}`;
  const socket = await openConnectedPage(page, pathOf(place, item));
  const eventReceived = socket.waitForEvent('framereceived');
  let looked = false;
  page.on('response', (response) => {
    looked ||= response.url().endsWith(`/items/${item.id}/`);
  });
  // The way to the space takes as long as the change event needs to get here.
  await page.route(`**/_next/data/**${space}.json*`, async (route) => {
    expectData(await place.owner.client.patch(`items/${item.id}/`, { title: 'New rules' }));
    await eventReceived;
    await expect.poll(() => looked).toBe(true);
    await route.continue();
  });
  await page.getByRole('link', { name: place.space.name }).last().click();
  await page.waitForURL(space);
  await expect(page.getByRole('link', { name: 'New rules' })).toBeVisible();
});

test('shows another visibility at once, and undoes moving to the trash', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const item = await createItem(owner, place, { title: 'Rules' });
  await signIn(page, owner);
  await page.goto(pathOf(place, item));
  await header(page).getByRole('button', { name: 'Shared' }).click();
  await page.getByRole('menuitemradio', { name: /^Public/ }).click();
  await expect(header(page).getByRole('button', { name: 'Public' })).toBeVisible();
  await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  expect(expectData(await owner.client.get(`items/${item.id}/`)).visibility).toBe('public');
  await header(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await page.waitForURL(`/${hub.domain_handle}/${space.slug}`);
  await expect(page.getByText('“Rules” is in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  expect(expectData(await owner.client.get(`items/${item.id}/`)).trashed_at).toBeNull();
});

test('marks the searched tokens, and steps through them', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const content = `The deposit.\n\n${'Nothing.\n\n'.repeat(80)}Deposits are returned.`;
  const item = await createItem(owner, place, { title: 'Rules', content });
  await signIn(page, owner);
  await page.goto(`${pathOf(place, item)}?q=deposit`);
  await expect(page.getByText('2 matches for “deposit”')).toBeVisible();
  const last = page.getByText('Deposits are returned.');
  await expect(last).not.toBeInViewport();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(2);
  await page.getByRole('button', { name: 'Clear highlights' }).click();
  expect(await page.evaluate(() => CSS.highlights.has('found'))).toBe(false);
});

test('shows a public item without an account and without a script', async ({ browser, baseURL, api }) => {
  const place = await createPlace(api, { visibility: 'shared' });
  const item = await createItem(place.owner, place, {
    title: 'Open rules',
    content: '# Deposit\n\nThe deposit is <b>200</b>. [Run](javascript:alert(1))',
    visibility: 'public',
  });
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await bare.newPage();
  await page.goto(pathOf(place, item));
  await expect(page.getByRole('heading', { level: 1, name: 'Open rules' })).toBeVisible();
  await expect(page.getByText('The deposit is <b>200</b>.')).toBeVisible();
  await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    /The deposit is <b>200<\/b>/,
  );
  await bare.close();
});

test('redirects an item’s address in a wrong space; a folder opens its items', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const item = await createItem(owner, place, { title: 'Rules' });
  const folder = await createItem(owner, place, { title: 'Boats', kind: 'folder' });
  await signIn(page, owner);
  for (const [path, target] of [
    [`/${hub.domain_handle}/elsewhere/${item.id}-an-old-title`, `${space.slug}/${item.id}-rules`],
    [pathOf(place, folder), `${space.slug}?parent=${folder.id}`],
  ] as const) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.url().endsWith(`/${hub.domain_handle}/${target}`), response.url()).toBe(true);
  }
});
