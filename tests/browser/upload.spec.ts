import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { FIXTURES, uploadBytes } from '#tests/harness/content.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

const fixture = (path: string) => join(FIXTURES, path);
const rows = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem');
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function choose(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /^(choose them|Choose files)$/ })
    .first()
    .click();
  await (await chooser).setFiles(files);
}

/** Drops files on the page as a file manager does. */
async function drop(page: Page, files: { path: string; name: string }[]) {
  const contents = await Promise.all(
    files.map(async ({ path, name }) => ({
      name,
      bytes: (await readFile(fixture(path))).toString('base64'),
    })),
  );
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of files) {
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
    }
    return transfer;
  }, contents);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await expect(page.getByText(/^Drop to upload to/)).toBeVisible();
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByText(/^Drop to upload to/)).toHaveCount(0);
}

test('uploads, lists and processes chosen files, whatever their names', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await choose(
    page,
    ['handbook.pdf', 'members.csv', 'photo.jpg', 'notes.md'].map((name) => fixture(`files/${name}`)),
  );
  await expect(rows(page)).toHaveCount(4);
  await expect(uploads(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All 4' })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'handbook' })).toContainText(/Document · \d+ pages?/, {
    timeout: 30_000,
  });
  await expect(rows(page).filter({ hasText: 'members' })).toContainText('Table', { timeout: 30_000 });
  await expect(page.getByText(/waiting to be read|being read/)).toHaveCount(0, { timeout: 30_000 });

  const names = [`${'n'.repeat(251)}.txt`, 'תפריט 🍲.txt'];
  const buffer = Buffer.from('words');
  const chooser = page.locator('input[type=file]').first();
  await chooser.setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer })));
  await expect(rows(page)).toHaveCount(6);
  await expectFitsPhone(page);
});

test('uploads dropped files to the open folder', async ({ page, api }) => {
  const { owner, hub, space } = await createPlace(api);
  const folder = (
    await owner.client.in(hub).post(`spaces/${space.slug}/items/`, { kind: 'folder', title: 'May' })
  ).data;
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}?parent=${folder.id}`);
  await page.waitForLoadState('networkidle');
  await drop(page, [
    { path: 'files/notes.md', name: 'notes.md' },
    { path: 'files/plain.txt', name: 'plain.txt' },
  ]);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link').click();
  await expect(rows(page)).toHaveText([/May[\s\S]*2 items/]);
});

test('an upload shows its progress and can be cancelled', async ({ page, api, context }) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/upload/', async (route) => {
    await blocked;
    await route.continue().catch(() => {});
  });
  const files = [1, 2, 3, 4].map((number) => ({
    name: `part-${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Part ${number} of the log`),
  }));
  await choose(page, files);
  const list = uploads(page).getByRole('listitem');
  await expect(list).toHaveCount(4);
  await expect(uploads(page).getByRole('progressbar')).toHaveCount(3);
  await expect(list.filter({ hasText: 'part-4.txt' })).toContainText('Waiting');
  await expectAccessible(page);

  let requested = false;
  page.once('dialog', async (dialog) => {
    requested = dialog.type() === 'beforeunload';
    await dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => requested, 'leaving while files are sent asks first').toBe(true);

  await page.getByRole('button', { name: 'Cancel part-2.txt' }).click();
  await expect(list).toHaveCount(3);
  release();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'part-2' })).toHaveCount(0);
});

test('retries a failed upload from its row', async ({ page, api, context }) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await context.route('**/upload/', (route) =>
    route.fulfill({
      status: 429,
      json: { message: 'Too many uploads at once. Wait a moment.', code: 'too_many' },
    }),
  );
  await choose(page, fixture('files/plain.txt'));
  const row = uploads(page).getByRole('listitem');
  await expect(row).toContainText('Too many uploads at once. Wait a moment.');
  await context.unroute('**/upload/');
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(uploads(page)).toHaveCount(0);
});

test('shows in its row why a file is refused, and why one could not be processed, which can be retried', async ({
  page,
  api,
}) => {
  const { owner, hub, space } = await createPlace(api);
  await signIn(page, owner);
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await choose(page, [
    { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    {
      name: 'text-named.png',
      mimeType: 'image/png',
      buffer: await readFile(fixture('hostile/text-named.png')),
    },
    { name: 'good.txt', mimeType: 'text/plain', buffer: Buffer.from('fine') },
    {
      name: 'encrypted.pdf',
      mimeType: 'application/pdf',
      buffer: await readFile(fixture('hostile/encrypted.pdf')),
    },
  ]);
  const row = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('setup.exe')).toContainText('Files of this type can’t be uploaded.');
  await expect(row('empty.txt')).toContainText('This file is empty.');
  await expect(row('text-named.png')).toContainText(/text-named\.png|image|picture/i);
  await expect(rows(page)).toHaveCount(2);
  const failed = rows(page).filter({ hasText: 'encrypted' });
  await expect(failed).toContainText(/password/i, { timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove empty.txt from this list' }).click();
  await expect(row('empty.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(uploads(page)).toHaveCount(0);
  const again = page.waitForResponse((response) => /\/items\/[^/]+\/retry\/$/.test(response.url()));
  await failed.getByRole('button', { name: /^Try again/ }).click();
  expect((await again).status()).toBe(200);
  await expect(failed).toContainText(/password/i, { timeout: 30_000 });
});

test.describe('a lost response', () => {
  test.use({ expectedProblems: [/upload\/: Failed to load resource: net::ERR_FAILED/] });

  test('retries a file whose response was lost, and creates one item', async ({ page, api, context }) => {
    const { owner, hub, space } = await createPlace(api);
    await signIn(page, owner);
    await page.goto(`/${hub.domain_handle}/${space.slug}`);
    const bytes = new Uint8Array(await readFile(fixture('files/plain.txt')));
    await context.route('**/upload/', async (route) => {
      // The server takes what this request carries; its sender gets no response.
      const headers = { 'idempotency-key': (await route.request().headerValue('idempotency-key')) ?? '' };
      const sent = await uploadBytes(
        owner,
        { hub, space },
        [{ name: 'plain.txt', bytes }],
        { kind: 'document' },
        headers,
      );
      expect(sent.status).toBe(201);
      await route.abort();
    });
    await choose(page, fixture('files/plain.txt'));
    const row = uploads(page).getByRole('listitem');
    await expect(row).toContainText('The server couldn’t be reached');
    await context.unroute('**/upload/');
    const again = page.waitForResponse((response) => response.url().endsWith('/upload/'));
    await row.getByRole('button', { name: 'Try again' }).click();
    expect((await again).status()).toBe(201);
    await expect(uploads(page)).toHaveCount(0);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });
});

test('shows no upload controls to viewers', async ({ page, api }) => {
  const { hub, space } = await createPlace(api, { visibility: 'public' });
  await page.goto(`/${hub.domain_handle}/${space.slug}`);
  await expect(
    page.getByText('When somebody adds something that you may see, it appears here.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /choose/i })).toHaveCount(0);
});

test('says before an import how many files it updates, and adds them as new where that is chosen', async ({
  page,
  api,
}) => {
  const place = await createEditorAndPlace(api);
  const { hub, space, member } = place;
  const own = { ...place, owner: member };
  await importArchive(own, { name: 'notes.zip', bytes: await zipOf({ 'A.md': 'a', 'B.md': 'b' }) });
  const buffer = Buffer.from(await zipOf({ 'A.md': 'a changed', 'B.md': 'b', 'C.md': 'c' }));
  await signIn(page, member);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}?new=item`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Import documents' }).click();
  const send = async () => {
    await dialog.getByLabel('File').setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByText('Updates 1 existing file, adds 1 file, leaves 1 unchanged.')).toBeVisible();
  };
  const files = dialog.getByRole('list', { name: 'Files' });
  await send();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Cancel import' }).click();
  await expect(dialog.getByText('The import was cancelled.')).toBeVisible();
  await expect(files).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await send();
  await dialog.getByRole('button', { name: 'Add all as new' }).click();
  await expect(files.getByText('Imported')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await send();
  await dialog.getByRole('button', { name: 'Update existing' }).click();
  await expect(files.getByText('Updated')).toHaveCount(1);
  await expect(files.getByText('Unchanged')).toHaveCount(1);
  await expect(dialog.getByText('2 files imported, 1 unchanged', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(rows(page)).toHaveCount(6);
});

test('shows the report of an import after its dialog was closed', async ({ page, api }) => {
  const place = await createEditorAndPlace(api);
  const { hub, space, member } = place;
  const bytes = await zipOf({ 'A.md': 'a', 'C.docx': 'no zip' });
  await importArchive({ ...place, owner: member }, { name: 'notes.zip', bytes });
  await signIn(page, member);
  await openConnectedPage(page, `/${hub.domain_handle}/${space.slug}?new=item`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Import documents' }).click();
  await expect(dialog.getByText('notes.zip', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Report notes.zip' }).click();
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'All lines as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('import-report.csv');
});
