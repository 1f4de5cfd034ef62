import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Submission } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createOpenForm, type FormInput } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';

const PAPERS: FormInput = {
  title: 'Papers',
  fields: [
    {
      id: 'f_paper',
      name: 'paper',
      label: 'Paper',
      type: 'file',
      multiple: true,
      rules: [
        { rule: 'extensions', value: ['txt'] },
        { rule: 'max_bytes', value: 30_000_000 },
        { rule: 'max_count', value: 2 },
      ],
    },
  ],
};

async function opened(api: Client) {
  const at = await createPlace(api);
  const form = await createOpenForm(at.owner, at, PAPERS);
  const storedSubmissions = async () =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/`));
  const contentOf = async (id: string) =>
    (await at.owner.client.fetch('GET', `forms/${form.id}/files/${id}/`)).text();
  return { form, path: `/f/${form.slug}`, storedSubmissions, contentOf };
}

const firstFile = (submission: Submission | undefined): string => {
  const ids = submission?.values.paper;
  return Array.isArray(ids) ? String(ids[0]) : '';
};

const picker = (page: Page) => page.getByLabel(/^Paper/);
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});
/** More than one piece of a resumable upload. */
const LARGE = randomBytes(10_000_000).toString('hex');

test('uploads files while the form is filled, lists them by name, and removes them', async ({
  page,
  api,
}) => {
  const { path, storedSubmissions, contentOf } = await opened(api);
  await openPage(page, path);
  await expect(page.getByText('TXT · up to 30 MB · 2 at most')).toBeVisible();
  await picker(page).setInputFiles([textFile('one.txt', 'First'), textFile('two.txt', 'Second')]);
  await expect(page.getByRole('button', { name: 'Remove two.txt' })).toBeVisible();
  await expect(picker(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Remove one.txt' }).click();
  await picker(page).setInputFiles(textFile('run.exe', 'MZ'));
  await expect(
    page.getByText('Paper must be a file of one of these types: txt', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove run.exe' }).click();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await storedSubmissions()).length).toBe(1);
  const [first] = await storedSubmissions();
  expect(await contentOf(firstFile(first))).toBe('Second');
});

test.describe('without a network for a while', () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test('resumes a file after the network was lost, and the submission waits for it', async ({
    page,
    api,
  }) => {
    const { path, storedSubmissions, contentOf } = await opened(api);
    await openPage(page, path);
    let pieces = 0;
    await page.route('**/uploads/**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      pieces += 1;
      // The second piece is lost on the way, with the network.
      if (pieces !== 2) return route.continue();
      await page.context().setOffline(true);
      return route.abort('internetdisconnected');
    });
    await picker(page).setInputFiles(textFile('large.txt', LARGE));
    await expect(page.getByText('Waiting for network. Uploads automatically.')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.context().setOffline(false);
    await expect.poll(async () => (await storedSubmissions()).length, { timeout: 60_000 }).toBe(1);
    const [first] = await storedSubmissions();
    const content = await contentOf(firstFile(first));
    expect(content === LARGE).toBe(true);
    // Three pieces hold it all, and one was sent again.
    expect(pieces).toBe(4);
  });

  test('resumes an upload after a reload, and keeps a completed one', async ({ page, api }) => {
    const { path } = await opened(api);
    await openPage(page, path);
    await picker(page).setInputFiles(textFile('small.txt', 'Small'));
    // Its own piece was sent before the others are counted.
    await expect(page.getByText('small.txt is sent.')).toBeAttached();
    const offsets: (string | undefined)[] = [];
    let isLost = true;
    await page.route('**/uploads/**', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      offsets.push((await request.allHeaders())['upload-offset']);
      return isLost && offsets.length > 1 ? undefined : route.continue();
    });
    // The same file is chosen twice: with the same time of its last change.
    const file = test.info().outputPath('large.txt');
    await writeFile(file, LARGE);
    await picker(page).setInputFiles(file);
    await expect.poll(() => offsets.length).toBe(2);
    await expect(page.getByText('Kept on this device')).toBeVisible();
    isLost = false;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove small.txt' })).toBeVisible();
    await picker(page).setInputFiles(file);
    await expect(page.getByRole('button', { name: 'Remove large.txt' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
    expect(offsets.slice(0, 3)).toEqual(['0', '8388608', '8388608']);
  });
});
