import { createPlace } from '#tests/harness/accounts.ts';
import { expect, openPage, signIn, test } from '#tests/harness/browser.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_team', name: 'team', label: 'Team', type: 'person', multiple: true, required: false },
];

test('adds somebody to the people of a cell and of a row, and keeps who left the hub', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const member = async (first_name: string) => {
    const one = await addMember(api, owner, hub);
    expectData(await one.client.patch('auth/me/', { first_name, last_name: 'Example' }));
    return one.user.id;
  };
  const [gone, grace, mary] = [await member('Edith'), await member('Grace'), await member('Mary')];
  const table = await createTable(owner, place, COLUMNS);
  const [row] = await addRows(owner, table, [{ name: 'Boat', team: [gone] }]);
  expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${gone}/`));
  const stored = async () => (await readRows(owner, table))[0]?.values.team;

  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}/${table.id}`;
  await openPage(page, path);
  const cell = page.getByRole('grid').getByRole('row').filter({ hasText: 'Boat' }).getByRole('gridcell');
  await expect(cell.nth(1)).toHaveText('Edith Example');
  await cell.nth(1).click();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Team' });
  await expect(field).toBeFocused();
  await page.keyboard.type('grac');
  await expect(page.getByRole('option', { name: /Grace Example/ })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Grace Example' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(stored).toEqual([gone, grace]);
  await expect(cell.nth(1)).toContainText('Grace Example');

  await openPage(page, `${path}?open=${row?.id}`);
  await field.fill('mary');
  await page.getByRole('option', { name: /Mary Example/ }).click();
  await page.getByRole('button', { name: 'Remove Grace Example' }).click();
  await expect(page.getByRole('button', { name: 'Remove Edith Example' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored).toEqual([gone, mary]);
});
