import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows } from '#tests/harness/tables.ts';

const person = (name: string, email: string, contact_number: string) => ({
  ...{ name, email, contact_number, occupation: 'Engineer', address: 'London', about: 'x' },
});

const CARDS = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:Grace Hopper',
  'EMAIL:grace@example.org',
  'TEL:ask at the desk',
  'TITLE:Admiral',
  'ADR:;;1 Harbor;Arlington;;;US',
  'NOTE:Compilers',
  'X-TEAM:Navy',
  'END:VCARD',
  '',
].join('\r\n');

test('shows a contact list as people, finds them by spelling, takes in vCards and merges duplicates', async ({
  page,
  api,
}) => {
  // Seven screens are analysed.
  test.slow();
  const place = await createPlace(api);
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  // The older entry of a pair is the first.
  await addRows(place.owner, list, [person('Jörg Müller', 'jm@example.org', '+493012345678')]);
  await addRows(place.owner, list, [
    person('Mueller, Jorg', 'jm@example.org', '+493012345679'),
    person('Ada Lovelace', 'ada@example.org', '+493012345670'),
  ]);
  const form = await createOpenForm(place.owner, place, {
    title: 'Orders',
    fields: [field('mail', 'Mail', 'email')],
  });
  const values = { mail: 'grace@example.org' };
  expectData(await api.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
  await signIn(page, place.owner);
  await page.goto(`/${place.hub.domain_handle}/${place.space.slug}/${list.id}`);
  await page.getByRole('link', { name: 'Cards' }).click();
  const people = page.getByRole('list', { name: 'People in this list' });
  await expect(people.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await expect(page).toHaveURL(/show=list/);
  await page.getByRole('searchbox', { name: 'Find by name, number or address' }).fill('mueller');
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await people.getByRole('button', { name: 'Jörg Müller' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Jörg Müller' });
  await sheet.getByRole('button', { name: 'Show history' }).click();
  await expect(sheet.getByText('added this person')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/person=/);
  await page.keyboard.press('Escape');
  await expect(people.getByRole('button', { name: 'Jörg Müller' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Find by name, number or address' }).fill('');

  await page.getByRole('button', { name: 'More actions for this list' }).click();
  await page.getByRole('menuitem', { name: 'Import vCards' }).click();
  const importing = page.getByRole('dialog', { name: 'Import vCards' });
  const file = { name: 'people.vcf', mimeType: 'text/vcard', buffer: Buffer.from(CARDS) };
  await importing.getByLabel('vCard file').setInputFiles(file);
  await expect(importing.getByText(/1 person is in this file, 1 is added/)).toBeVisible();
  await expect(importing.getByText(/1 is taken without a number or address/)).toBeVisible();
  await expect(importing.getByText('Grace Hopper').first()).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await importing.getByRole('button', { name: 'Import' }).click();
  await expect(importing.getByText(/^1 person added/)).toBeVisible();
  await expect(importing.getByText(/^1 person was imported without/)).toBeVisible();
  await importing.getByRole('button', { name: 'Close' }).last().click();
  await people.getByRole('button', { name: 'Grace Hopper' }).click();
  const grace = page.getByRole('dialog', { name: 'Grace Hopper' });
  await expect(grace.getByText('Could not be read when it was imported')).toBeVisible();
  await expect(grace.getByRole('link', { name: 'Orders' })).toBeVisible();
  await expectFitsPhone(page);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.getByRole('button', { name: /^Compare Jörg Müller and Mueller, Jorg/ }).click();
  const merging = page.getByRole('dialog', { name: 'Merge into one person' });
  await merging.getByRole('group', { name: 'Name' }).getByRole('radio', { name: 'Second entry' }).check();
  await expectAccessible(page);
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('No duplicates found')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Undo the merge of Mueller, Jorg' }).click();
  await expect(page.getByRole('button', { name: /^Merge Jörg Müller and Mueller/ })).toBeVisible();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});
