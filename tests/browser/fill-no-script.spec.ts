import type { Form } from '#lib/contract/form.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { expect, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createOpenForm, type FormInput, field } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';

test.use({ javaScriptEnabled: false });

async function opened(api: Client, input: FormInput) {
  const at = await createPlace(api);
  const form = await createOpenForm(at.owner, at, input);
  return { owner: at.owner, form, path: `/f/${form.slug}` };
}

const submissionsOf = async (owner: TestAccount, form: Form): Promise<Submission[]> =>
  expectData(await owner.client.get(`forms/${form.id}/submissions/?page_size=100`));

test('refuses fifteen texts of 90,000 characters on their page, with each text whole', async ({
  api,
  request,
}) => {
  const names = Array.from({ length: 15 }, (_, at) => `text_${at}`);
  const { owner, form, path } = await opened(api, {
    title: 'A long report',
    fields: [
      ...names.map((name, at) => field(name, `Text ${at + 1}`, 'textarea')),
      field('file', 'File', 'file', { required: false }),
    ],
  });
  const texts = names.map((name) => `${name} `.repeat(11_250).slice(0, 90_000));
  const refused = await request.post(path, {
    multipart: Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])),
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  });
  expect(refused.status()).toBe(413);
  const html = await refused.text();
  expect(html).toContain('This answer is larger than a form takes');
  const shown = [...html.matchAll(/<textarea[^>]*>([^<]*)<\/textarea>/g)].map(([, text]) => text);
  expect(shown).toEqual(texts);
  expect(await submissionsOf(owner, form)).toEqual([]);
});

test('hints stand beside the errors, and a number keeps its text and its country until it is right', async ({
  page,
  api,
}) => {
  const { owner, form, path } = await opened(api, {
    title: 'Call me',
    fields: [field('phone', 'Phone', 'phone'), field('mail', 'Mail', 'email')],
    settings: { country: 'DE' },
  });
  await page.goto(path);
  const phone = page.getByLabel('Phone *');
  const country = page.getByLabel('Country: Phone');
  const mail = page.getByLabel('Mail *');
  await country.selectOption('AT');
  await phone.fill('0664 12');
  await mail.fill('ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Phone is not a valid phone');
  await expect(phone).toHaveAccessibleDescription(/Phone is not a valid phone.*Austria/s);
  await expect(mail).toHaveAccessibleDescription(/Mail is not a valid email.*name@example\.com/s);
  await expect(phone).toHaveValue('0664 12');
  await expect(country).toHaveValue('AT');
  await phone.fill('0664 1234567');
  await mail.fill('ada@example.org');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\?sent=1/);
  expect(await submissionsOf(owner, form)).toMatchObject([
    {
      values: { phone: '+436641234567', mail: 'ada@example.org' },
      typed: { phone: '0664 1234567' },
    },
  ]);
});

test('the confirmation is formatted', async ({ page, api }) => {
  const { path } = await opened(api, {
    title: 'A short one',
    fields: [field('name', 'Your name', 'text')],
    settings: { confirmation: 'See **you** [there](https://example.com)! <b>x</b>' },
  });
  await page.goto(path);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\?sent=1/);
  await expect(page.locator('strong', { hasText: 'you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'there' })).toHaveAttribute('href', 'https://example.com');
  await expect(page.getByText('<b>x</b>')).toBeVisible();
});
