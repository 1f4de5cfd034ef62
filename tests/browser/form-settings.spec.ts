import type { Page } from '@playwright/test';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, openPage, signIn, test } from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createForm, createOpenForm, type FormInput } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';

async function opened(
  page: Page,
  api: Client,
  tab: string,
  { published = false, ...input }: FormInput & { published?: boolean } = {},
) {
  const at = await createPlace(api);
  const make = published ? createOpenForm : createForm;
  const form = await make(at.owner, at, input);
  const path = `/${at.hub.domain_handle}/${at.space.slug}/forms/${form.id}`;
  await signIn(page, at.owner);
  await openPage(page, `${path}?tab=${tab}`);
  const now = async () => expectData(await at.owner.client.get(`forms/${form.id}/`));
  const settings = async (): Promise<FormSettings> => (await now()).settings;
  return { ...at, form, path, now, settings };
}

test('publishing shows the changes, then the link', async ({ page, api }) => {
  const { form, owner, path } = await opened(page, api, 'settings', { published: true });
  const [name] = form.fields;
  expectData(
    await owner.client.patch(`forms/${form.id}/`, {
      fields: [{ ...name, rules: [{ rule: 'min_length', value: 2 }] }],
    }),
  );
  await openPage(page, path);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Colour is no longer asked.')).toBeVisible();
  await expect(dialog.getByText('Name has a new rule for the minimum length.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Versions' }).click();
  await dialog.getByRole('button', { name: /^View/ }).click();
  await expect(dialog.getByText('Red · Blue')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Version 2 is live')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Link to the form' })).toHaveValue(
    new RegExp(`/f/${form.slug}$`),
  );
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('saves settings at once, and shows why a value is refused', async ({ page, api }) => {
  const { settings, form } = await opened(page, api, 'settings', {
    fields: [{ id: 'mail', name: 'mail', label: 'Your mail', type: 'email' }],
  });
  await expect(page.getByRole('heading', { name: 'When it is open' })).toBeVisible();
  await expectFitsPhone(page);

  await page.getByLabel('Maximum number of answers').fill('0');
  await page.getByLabel('Maximum number of answers').blur();
  await expect(page.getByText('Maximum number of answers cannot be less than 1')).toBeVisible();
  await page.getByLabel('Maximum number of answers').fill('40');
  await page.getByLabel('Maximum number of answers').blur();
  await expect.poll(async () => (await settings()).max_submissions).toBe(40);

  await page.getByLabel('Closes').fill('2030-05-01T18:00');
  await page.getByLabel('Closes').blur();
  const wanted = await page.evaluate(() => new Date('2030-05-01T18:00').toISOString());
  await expect.poll(async () => (await settings()).closes_at).toBe(wanted);

  await page.getByLabel('Receipt by mail').selectOption('Your mail');
  await page.getByLabel('Answers can be changed').check();
  await page.getByRole('radio', { name: 'Browser check' }).check();
  await page.getByLabel('Notify these addresses').fill('nobody');
  await page.getByLabel('Notify these addresses').blur();
  await expect(page.getByText('Address is not a valid email')).toBeVisible();
  await page.getByLabel('Pages that may embed it').fill('https://www.example.org');
  await page.getByLabel('Pages that may embed it').blur();
  await expect
    .poll(async () => {
      const { receipt_field, editable, spam, embed_origins, notify } = await settings();
      return { receipt_field, editable, spam, embed_origins, notify };
    })
    .toEqual({
      receipt_field: 'mail',
      editable: true,
      spam: 'proof_of_work',
      embed_origins: ['https://www.example.org'],
      notify: [],
    });

  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('ftp://example.org');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Address is not a valid url')).toBeVisible();
  await dialog.getByLabel('Address').fill('https://hooks.example.org/answers');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('It is shown only once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('https://hooks.example.org/answers')).toBeVisible();
  await expectAccessible(page);
  expect(form.settings.max_submissions).toBeNull();
});

test('shows logic as sentences that are edited by selecting', async ({ page, api }) => {
  const { fields, layout, title } = TEMPLATES.registration;
  const { now } = await opened(page, api, 'logic', { title, fields, layout });
  const rules = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  await expect(rules.filter({ hasText: 'Allergies' })).toHaveText(
    /Show Allergies and other needs when Do you eat with us\? is Yes and What should the kitchen know\? includes Something else\./,
  );
  await expectFitsPhone(page);

  // A field can't wait for what waits for it.
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await page.getByLabel('What is it about?').selectOption({ label: 'How do you take part?' });
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Do you eat with us?' });
  await page.getByLabel('Value').selectOption({ label: 'Yes' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Fields cannot depend on each other in a circle')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');

  await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await page.getByLabel('What is it about?').selectOption({ label: 'Phone' });
  await page.getByLabel('What happens?').selectOption('required_if');
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Your name' });
  await page.getByLabel('Comparison').selectOption('starts_with');
  await page.getByLabel('Value').fill('Dr');
  await page.getByLabel('How many of these must be true').selectOption('none');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(rules.filter({ hasText: 'Phone must be answered' })).toContainText(
    'not (Your name begins with Dr)',
  );
  await expect
    .poll(async () => (await now()).fields.find(({ id }) => id === 'phone')?.required_if)
    .toEqual({ not: { field: 'name', op: 'starts_with', value: 'Dr' } });

  const formula = page.getByLabel('People in all');
  await formula.fill('1 + count({nobody})');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('which is not a field in reach')).toBeVisible();
});

test('fixes the contrast of a theme with a button', async ({ page, api }) => {
  const { settings } = await opened(page, api, 'design');
  await page.getByRole('radio', { name: 'Lagoon' }).check();
  await expect(page.getByText('Easy to read for everybody')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByLabel('Text', { exact: true }).fill('#bbbbbb');
  await expect(page.getByText(/The text is hard to read on the card: 1\.9 to 1/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Use #/ })
    .first()
    .click();
  await expect(page.getByText('Easy to read for everybody')).toBeVisible();
  await expect.poll(async () => (await settings()).theme?.preset).toBe('lagoon');
  await expect.poll(async () => String((await settings()).theme?.text)).toMatch(/^#[0-9a-f]{6}$/);
  await page.getByRole('radio', { name: /^Night/ }).check();
  await expectAccessible(page);
  await expect.poll(async () => (await settings()).theme).toEqual({ preset: 'night' });
});

test('shares a form by link, code and name', async ({ page, api }) => {
  const { form, now } = await opened(page, api, 'share', { published: true, visibility: 'shared' });
  await expect(page.getByRole('textbox', { name: 'Link to the form' })).toHaveValue(
    new RegExp(`/f/${form.slug}$`),
  );
  await expect(page.getByRole('textbox', { name: 'With a script' })).toHaveValue(
    new RegExp(`data-form="${form.slug}"`),
  );
  await expectAccessible(page);
  await expectFitsPhone(page);
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as SVG' }).click(),
  ]);
  expect(svg.suggestedFilename()).toBe(`form-${form.slug}.svg`);
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PNG' }).click(),
  ]);
  expect(png.suggestedFilename()).toBe(`form-${form.slug}.png`);
  await page
    .getByRole('radio', { name: 'Anyone' })
    .or(page.locator('input[name=visibility][value=public]'))
    .first()
    .check();
  await expect.poll(async () => (await now()).visibility).toBe('public');
});

test('translates a form into another language', async ({ page, api }) => {
  const { now } = await opened(page, api, 'translate', { title: 'Booking' });
  await page.getByLabel('Another language').fill('Arabic');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('0 of 5 texts')).toBeVisible();
  const title = page.getByRole('textbox', { name: /Title/ });
  await expect(title).toHaveAttribute('dir', 'rtl');
  await title.fill('حجز');
  await expect(page.getByText('1 of 5 texts')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await expect.poll(async () => (await now()).translations.ar?.title).toBe('حجز');
  await page.getByRole('checkbox', { name: 'Only what is missing (4)' }).check();
  await expect(page.getByRole('textbox', { name: /Title/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove Arabic' }).press('Enter');
  await expect(page.getByText('Arabic is removed, with its texts.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(async () => (await now()).translations).toEqual({});
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await now()).translations.ar?.title).toBe('حجز');
});
