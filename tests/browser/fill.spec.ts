import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Form } from '#lib/contract/form.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  goOffline,
  openPage,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import {
  changeForm,
  createFormPlace,
  createOpenForm,
  type FormInput,
  field,
  publishForm,
} from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';

const company = { field: 'f_company', op: 'equals', value: 'people' };

/** Two pages; the second, with a nested list, only for who comes in company; and what is worked out. */
const BOOKING: FormInput = {
  title: 'Book the boat house',
  description: 'For members.',
  fields: [
    field('name', 'Your name', 'text'),
    field('nights', 'Nights', 'number', { rules: [{ rule: 'max', value: 30 }] }),
    field('company', 'Who comes along?', 'select', {
      options: [
        { id: 'alone', label: 'Nobody' },
        { id: 'people', label: 'People' },
      ],
    }),
    field('people', 'People', 'form', { multiple: true, fields: [field('who', 'Who', 'text')] }),
    field('notes', 'Notes', 'textarea', { required: false }),
  ],
  layout: {
    pages: [
      {
        id: 'stay',
        title: 'Your stay',
        blocks: [createFormPlace('name'), createFormPlace('nights'), createFormPlace('company')],
      },
      { id: 'along', title: 'Who comes along', visible_if: company, blocks: [createFormPlace('people')] },
      {
        id: 'end',
        title: 'The last thing',
        text: 'It is *nearly* done.',
        blocks: [createFormPlace('notes')],
      },
    ],
  },
  settings: { confirmation: 'We write to you soon.' },
};

/** One question, and one more. */
const SHORT: FormInput = {
  title: 'A short one',
  fields: [field('name', 'Your name', 'text'), field('notes', 'Notes', 'textarea', { required: false })],
};

async function opened(api: Client, input: FormInput) {
  const at = await createPlace(api);
  const form = await createOpenForm(at.owner, at, input);
  return { owner: at.owner, hub: at.hub, form, path: `/f/${form.slug}` };
}

async function submissionsOf(owner: TestAccount, form: Form): Promise<Submission[]> {
  return expectData(await owner.client.get(`forms/${form.id}/submissions/?page_size=100`));
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

test('fills and submits a form without a script, and loses no input', async ({ browser, baseURL, api }) => {
  const { owner, form, path } = await opened(api, BOOKING);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book the boat house');
  await expect(page.getByText('Some questions are only for some people.')).toBeVisible();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Nights').fill('99');
  await page.getByRole('radio', { name: 'People' }).check();
  await page.getByLabel('Who', { exact: false }).nth(1).fill('Bo');
  await page.getByLabel('Notes').fill('Late\narrival');
  await send(page);

  await expect(page.locator('main').getByRole('alert')).toContainText('Nights cannot be greater than 30');
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expect(page.getByLabel('Notes')).toHaveValue('Late\narrival');
  await page.getByLabel('Nights').fill('3');
  await send(page);

  await expect(page).toHaveURL(/\?sent=1/);
  await expect(page.getByText('We write to you soon.')).toBeVisible();
  await page.reload();
  expect((await submissionsOf(owner, form)).map(({ values }) => values)).toEqual([
    { name: 'Ada', nights: 3, company: 'people', people: [{ who: 'Bo' }], notes: 'Late\narrival' },
  ]);
  await context.close();
});

test('refuses a submission with too many rows or too long a text on its page, with all input', async ({
  api,
  request,
}) => {
  const { owner, form, path } = await opened(api, BOOKING);
  const rows = Array.from({ length: 1001 }, (_, at) => [`people[${at}].who`, `Guest ${at + 1}`] as const);
  const sent = { name: 'Ada', nights: '3', company: 'people', ...Object.fromEntries(rows) };
  const post = async (form: Record<string, string>, status: number) => {
    const refused = await request.post(path, { form, headers: { accept: 'text/html' }, maxRedirects: 0 });
    expect(refused.status()).toBe(status);
    return refused.text();
  };
  const html = await post(sent, 422);
  expect(html).toContain('People cannot have more than 1000 entries');
  for (const [, who] of [rows[0], rows[1000]] as [string, string][]) expect(html).toContain(`value="${who}"`);
  expect(html).toContain('value="Ada"');

  const typed = { name: 'Ada', nights: '3', company: 'people', 'people[0].who': 'Bo' };
  const long = await post({ ...typed, notes: 'Late arrival '.repeat(700_000) }, 413);
  expect(long).toContain('This answer is larger than a form takes');
  expect(long).toMatch(/data-field="notes".*Only the beginning of this text is here/s);
  expect(long).toMatch(/<textarea[^>]*>(?:Late arrival ){10000,}/);
  for (const value of ['Ada', '3', 'Bo']) expect(long).toContain(`value="${value}"`);
  expect(long).toMatch(/<input[^>]*checked=""[^>]*value="people"|<input[^>]*value="people"[^>]*checked=""/);
  expect(await submissionsOf(owner, form)).toEqual([]);
});

test('moves between pages by conditions, by keyboard alone @phone', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, BOOKING);
  await openPage(page, path);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByLabel('Your name').focus();
  await page.keyboard.press('Enter');
  const summary = page.locator('main').getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await summary.getByRole('link', { name: 'Please enter Your name' }).press('Enter');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Nobody' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Who comes along' })).toBeFocused();
  await page.getByLabel('Who *').fill('Bo');
  await next(page);
  await page.getByLabel('Notes').fill('None');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(page.getByText('We write to you soon.')).toBeVisible();
  expect((await submissionsOf(owner, form)).map(({ values }) => values)).toEqual([
    { name: 'Ada', nights: 3, company: 'people', people: [{ who: 'Bo' }], notes: 'None' },
  ]);
});

test('shows errors at each field, and in a summary from the first attempt until they are fixed', async ({
  page,
  api,
}) => {
  const { path } = await opened(api, BOOKING);
  await openPage(page, path);
  const summary = page.locator('main').getByRole('alert');
  const nights = page.getByLabel('Nights');
  await page.getByLabel('Your name').fill('Ada');
  await nights.fill('99');
  await nights.blur();
  await page.getByRole('radio', { name: 'Nobody' }).check();
  await expect(page.getByText('Nights cannot be greater than 30')).toBeVisible();
  await expect(summary).toHaveCount(0);
  await next(page);
  await expect(summary).toContainText('Nights cannot be greater than 30');
  await nights.fill('some');
  await expect(summary).toContainText('Nights is not a valid number');
  await nights.fill('3');
  await expect(summary).toHaveCount(0);
});

test('restores a draft after a reload until it is deleted or sent', async ({ page, api }) => {
  const { path } = await opened(api, BOOKING);
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Nights').fill('2');
  await page.getByRole('radio', { name: 'Nobody' }).check();
  await next(page);
  await page.getByLabel('Notes').fill('Half a sent');
  await page.reload();
  await expect(page.getByText('You started this form earlier')).toBeVisible();
  await expect(page.getByLabel('Notes')).toHaveValue('Half a sent');
  const keys = await page.evaluate(() => localStorage.getItem('draft-keys'));
  expect(keys).toContain('form-draft:');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await page.reload();
  await expect(page.getByText('You started this form earlier')).toHaveCount(0);
});

test('Back and Forward move between pages, also after a reload, and leave a submitted form', async ({
  page,
  api,
}) => {
  const { owner, form, path } = await opened(api, BOOKING);
  await openPage(page, '/auth/signin');
  await openPage(page, path);
  const second = page.getByRole('heading', { name: 'The last thing' });
  const name = page.getByLabel('Your name');
  await name.fill('Ada');
  await page.getByLabel('Nights').fill('2');
  await page.getByRole('radio', { name: 'Nobody' }).check();
  await next(page);
  await expect(second).toBeFocused();
  await page.goBack();
  await expect(name).toHaveValue('Ada');
  await page.goForward();
  await expect(second).toBeVisible();
  await page.getByLabel('Notes').fill('Late');
  await expect(page.getByText('Kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Notes')).toHaveValue('Late');
  // The page's own button goes the same way: no entry is made twice.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(name).toBeVisible();
  await page.goForward();
  await expect(second).toBeVisible();
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/signin/);
  const dropOff = () => owner.client.get(`forms/${form.id}/drop-off/`);
  await expect
    .poll(async () =>
      expectData(await dropOff()).versions.map(({ pages, sent }) => [
        ...pages.map((one) => one.visits),
        sent,
      ]),
    )
    .toEqual([[1, 1, 1, 1]]);
});

/** Presses a button where it no longer is once something above it grows by a line. */
async function pressAtBottom(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name }).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 4);
  await page.mouse.down();
  await page.mouse.up();
}

test('Next acts on the first press although it blurs an invalid last field', async ({ page, api }) => {
  const { path } = await opened(api, {
    title: 'Two pages',
    fields: [field('age', 'Age', 'number'), field('notes', 'Notes', 'textarea', { required: false })],
    layout: {
      pages: [
        { id: 'p1', title: 'First', blocks: [createFormPlace('age')] },
        { id: 'p2', title: 'Second', blocks: [createFormPlace('notes')] },
      ],
    },
  });
  await openPage(page, path);
  await page.getByLabel('Age *').fill('many');
  await pressAtBottom(page, 'Next');
  const summary = page.locator('main').getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Age is not a valid number');
  await page.getByLabel('Age *').fill('36');
  await pressAtBottom(page, 'Next');
  await expect(page.getByRole('heading', { name: 'Second' })).toBeFocused();
});

test('a button acts on the first click although it blurs an invalid field', async ({ page, api }) => {
  const { path } = await opened(api, {
    title: 'Nights',
    fields: [field('people', 'People', 'form', { multiple: true, fields: [field('age', 'Age', 'number')] })],
  });
  await openPage(page, path);
  const press = (name: string) => pressAtBottom(page, name);
  await page.getByLabel('Age *').fill('many');
  await press('Add another: People');
  await expect(page.getByLabel('Age *')).toHaveCount(2);
  await expect(page.locator('[data-field]').getByText('Age is not a valid number')).toBeVisible();
  await page.getByLabel('Age *').nth(1).fill('some');
  await press('Send');
  await expect(page.locator('main').getByRole('alert')).toBeFocused();
});

test('formats the confirmation with a copyable link, also after a reload', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = await opened(api, {
    ...SHORT,
    settings: { confirmation: 'See **you** [there](https://example.com)! <b>x</b>', editable: true },
  });
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await send(page);
  await expect(page.locator('strong', { hasText: 'you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'there' })).toHaveAttribute('href', 'https://example.com');
  await expect(page.getByText('<b>x</b>')).toBeVisible();
  const link = page.getByRole('link', { name: /#edit=/ });
  const address = await link.getAttribute('href');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.reload();
  await expect(link).toHaveAttribute('href', address ?? '');
  await expect(page.locator('strong', { hasText: 'you' })).toBeVisible();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the receipt' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);
  // Who opens the form again starts over.
  await page.getByRole('link', { name: 'Answer once more' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('');
});

test('continues a form on another device by a link whose secret is in no URL', async ({
  page,
  browser,
  baseURL,
  api,
}) => {
  const { owner, form, path } = await opened(api, SHORT);
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await expectAccessible(page);
  expect(new URL(link).hash).toMatch(/^#continue=/);
  expect(new URL(link).search).toBe('');

  const other = await browser.newContext({ baseURL });
  const there = await other.newPage();
  await openPage(there, `${path}${new URL(link).hash}`);
  await expect(there.getByText('what you had filled in on the other device')).toBeVisible();
  await expect(there.getByLabel('Your name')).toHaveValue('Ada');
  expect(there.url()).not.toContain('continue');
  await send(there);
  await expect(there.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await other.close();

  // The other one is the same answer: it arrives once.
  await page.getByRole('button', { name: 'Close' }).click();
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await submissionsOf(owner, form)).toHaveLength(1);
});

test.describe('without a network', () => {
  test.use({ recordsRequests: true, expectedProblems: [/ERR_FAILED|ERR_CONNECTION_FAILED/] });

  test('queues a submission and sends it once when the network is back, also from another visit', async ({
    page,
    context,
    api,
  }) => {
    const { owner, form, path } = await opened(api, SHORT);
    await openPage(page, path);
    await page.getByLabel('Your name').fill('Ada');
    await goOffline(page);
    await expect(page.getByText('No network just now.')).toBeVisible();
    await send(page);
    await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
    await expect(page.getByText('Your answer is kept on this device')).toBeVisible();
    // The tab is closed, and the form opened again.
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(path);
    await expect(again.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 20_000 });
    await again.goto(path);
    await expect(again.getByLabel('Your name')).toHaveValue('');
    expect((await submissionsOf(owner, form)).map(({ values }) => values)).toEqual([{ name: 'Ada' }]);
  });

  test('shows field types that only the next page has, once prefetched', async ({ page, api }) => {
    const { path } = await opened(api, {
      fields: [
        field('name', 'Your name', 'text'),
        field('count', 'How many', 'number'),
        field('size', 'Size', 'select', { options: [{ id: 's', label: 'Small' }] }),
      ],
      layout: {
        pages: [
          { id: 'one', title: 'One', blocks: [createFormPlace('name')] },
          { id: 'two', title: 'Two', blocks: [createFormPlace('count'), createFormPlace('size')] },
        ],
      },
    });
    await openPage(page, path);
    const fetched: string[] = [];
    page.on('requestfinished', (one) => one.resourceType() === 'script' && fetched.push(one.url()));
    await page.getByLabel('Your name').fill('Ada');
    await expect.poll(() => fetched.length).toBeGreaterThanOrEqual(3);
    await goOffline(page);
    await next(page);
    await page.getByLabel('How many').fill('3');
    await page.getByRole('radio', { name: 'Small' }).check();
  });

  test('stores a submission once whose response was lost', async ({ page, context, api }) => {
    const { owner, form, path } = await opened(api, SHORT);
    await openPage(page, path);
    await page.getByLabel('Your name').fill('Ada');
    // It arrives, and the answer to it is lost.
    await context.route('**/submissions/', async (route) => {
      await route.fetch();
      await route.abort('connectionfailed');
    });
    await send(page);
    await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
    expect(await submissionsOf(owner, form)).toHaveLength(1);
    await context.unroute('**/submissions/');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(await submissionsOf(owner, form)).toHaveLength(1);
  });
});

test('announces a newer version of the form, and keeps the input', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, SHORT);
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await changeForm(owner, form, {
    fields: [field('name', 'Your whole name', 'text'), field('age', 'Age', 'number', { required: false })],
  });
  await publishForm(owner, form);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('This form has changed since you began')).toBeVisible();
  await page.getByRole('button', { name: 'Use the new version' }).click();
  await expect(page.getByLabel('Your whole name')).toHaveValue('Ada');
  await expect(page.getByLabel('Age')).toBeVisible();
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect((await submissionsOf(owner, form)).map(({ version }) => version)).toEqual([2]);
});

test('submits a form that was started in an older version, in that version', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, SHORT);
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await page.reload();
  await changeForm(owner, form, { fields: [field('name', 'Your whole name', 'text')] });
  await publishForm(owner, form);
  await page.reload();
  await expect(page.getByLabel('Your whole name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Continue with my version' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect((await submissionsOf(owner, form)).map(({ version }) => version)).toEqual([1]);
});

test('prefills fields from the URL without running script', async ({ page, api }) => {
  const { path } = await opened(api, BOOKING);
  const query = new URLSearchParams({
    name: '<script>alert(1)</script>',
    nights: 'many',
    'people[0].who': 'Bo',
    unknown: 'x',
    company: 'people',
  });
  await openPage(page, `${path}?${query}`);
  await expect(page.getByLabel('Your name')).toHaveValue('<script>alert(1)</script>');
  await expect(page.getByLabel('Nights')).toHaveValue('');
  await page.getByLabel('Nights').fill('1');
  await next(page);
  await expect(page.getByLabel('Who *')).toHaveValue('Bo');
});

test('is framed only where its owner allows it, with the height of its content', async ({
  page,
  baseURL,
  api,
  browser,
}) => {
  const host = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const slug = new URL(request.url ?? '/', 'http://host').searchParams.get('form');
    response.end(`<!doctype html><title>Host</title><h1>Somebody’s page</h1>
      <script src="${baseURL}/embed.js" data-form="${slug}" data-prefill="name=Ada" data-title="Booking"></script>`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { owner, form } = await opened(api, {
      ...SHORT,
      settings: { embed_origins: [origin] },
    });
    await page.goto(`${origin}/?form=${form.slug}`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByLabel('Your name')).toHaveValue('Ada');
    const height = () => page.locator('iframe').evaluate((one) => one.clientHeight);
    const inside = await frame.locator('html').evaluate((one) => one.scrollHeight);
    await expect.poll(height).toBeGreaterThanOrEqual(inside - 1);
    await frame.getByRole('button', { name: 'Send' }).click();
    await expect(frame.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(await submissionsOf(owner, form)).toHaveLength(1);

    const other = await opened(api, SHORT);
    const framed = await page.request.get(other.path);
    expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    const bare = await browser.newPage();
    await bare.goto(`${origin}/?form=${other.form.slug}`);
    await expect(bare.frameLocator('iframe').getByLabel('Your name')).toHaveCount(0);
    await bare.close();
  } finally {
    host.close();
  }
});

test('submits a form with proof of work over plain HTTP', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, { ...SHORT, settings: { spam: 'proof_of_work' } });
  await openPage(page, path);
  await page.getByLabel('Your name').fill('Ada');
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 20_000 });
  expect(await submissionsOf(owner, form)).toHaveLength(1);
});

test('a closed form shows a clear message', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, SHORT);
  const confirm = async (settings: FormInput['settings'], title: string) => {
    await changeForm(owner, form, { settings });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  };
  await confirm({ closes_at: '2020-01-01T00:00:00Z' }, 'This form is closed');
  await expectAccessible(page);
  await confirm({ closes_at: null, opens_at: '2090-01-01T00:00:00Z' }, 'This form is not open yet');
  await changeForm(owner, form, { visibility: 'private' });
  const hidden = await page.goto(path);
  expect(hidden?.status()).toBe(404);
});

test('shows a form in the visitor’s language', async ({ browser, baseURL, api }) => {
  const { path } = await opened(api, {
    ...SHORT,
    translations: { de: { title: 'Ein kurzes', 'fields.f_name.label': 'Ihr Name' } },
  });
  const context = await browser.newContext({ baseURL, locale: 'de-AT' });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByLabel('Ihr Name')).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await context.close();
});

test('the page of a form is accessible with and without themes', async ({ page, api }) => {
  const { owner, form, path } = await opened(api, BOOKING);
  const themes: Record<string, string>[] = [
    { preset: 'night' },
    { preset: 'paper', font_size: 'large', radius: 'round' },
  ];
  for (const theme of [null, ...themes]) {
    await changeForm(owner, form, { settings: { theme } });
    await openPage(page, path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('main')).toHaveCount(1);
    await next(page);
    await expect(page.locator('main').getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  }
});

test('keeps invalid fields marked under the pointer', async ({ page, api }) => {
  const { path } = await opened(api, SHORT);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, path);
  await send(page);
  const wrong = page.locator('main [aria-invalid="true"]').first();
  // Anybody who sees a problem for the first time stands in its field.
  await page.locator('h1').click();
  const borderOf = () => wrong.evaluate((control) => getComputedStyle(control).borderTopColor);
  await page.mouse.move(0, 0);
  const marked = await borderOf();
  await wrong.hover();
  expect(await borderOf()).toBe(marked);
});

test('allows indexing of a form where its hub does, and not inside frames', async ({ page, api }) => {
  const { owner, hub, path } = await opened(api, SHORT);
  const robots = async (address: string) =>
    /<meta name="robots" content="([^"]*)"/.exec(await (await page.request.get(address)).text())?.[1];
  expect(await robots(path)).toBe('noindex');
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { allow_indexing: true }));
  expect(await robots(path)).toBe('index, follow');
  expect(await robots(`${path}?embed=1`)).toBe('noindex');
});

/** As the browser gets it, gz. Who fills a form is on any phone and any network. */
const SCRIPT_BYTES = 157_400;
/** With all that lists and files need until one is sent. */
const SCRIPT_BYTES_WITH_FILES = 164_400;
/** The list of all pages, 2.6 kB with names that differ in each build: it says nothing of this one. */
const PAGE_LIST = '_buildManifest.js';

/** @returns what the page's scripts weigh until now, in bytes */
function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.url().endsWith(PAGE_LIST))
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the page of a form stays within its size limit', async ({ page, api }) => {
  const { path } = await opened(api, SHORT);
  const weight = weigh(page);
  await openPage(page, path);
  expect(await weight()).toBeLessThan(SCRIPT_BYTES);
});

test('loads phone number data with the first phone field, and for no other form', async ({ page, api }) => {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.text());
  });
  const hasData = async () =>
    (await Promise.all(bodies)).some((body) => body.includes('country_calling_codes'));
  const phone = field('phone', 'Phone', 'phone', { required: false });
  const without = await opened(api, SHORT);
  await openPage(page, without.path);
  await page.getByLabel('Your name').fill('Ada');
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await hasData()).toBe(false);
  const { path } = await opened(api, { ...SHORT, fields: [...(SHORT.fields ?? []), phone] });
  await openPage(page, path);
  await expect(page.getByLabel('Country: Phone')).toBeVisible();
  expect(await hasData()).toBe(true);
});

test('the page of a form with lists and files stays within its size limit', async ({ page, api }) => {
  const { path } = await opened(api, {
    fields: [
      field('people', 'People', 'form', { multiple: true, fields: [field('who', 'Who', 'text')] }),
      field('paper', 'Paper', 'file'),
    ],
  });
  const weight = weigh(page);
  await openPage(page, path);
  const file = { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('One') };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('one.txt is sent.')).toBeAttached();
  expect(await weight()).toBeLessThan(SCRIPT_BYTES_WITH_FILES);
});
