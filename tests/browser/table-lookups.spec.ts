import { createPlace } from '#tests/harness/accounts.ts';
import { expect, openPage, signIn, test } from '#tests/harness/browser.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const PAPERS = { id: 'f_papers', name: 'papers', label: 'Papers', type: 'attachment', required: false };

test('a lookup leads to the rows that linked rows link to, and opens their files', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner } = place;
  const harbours = await createTable(owner, place, [NAME], { title: 'Harbours' });
  const ships = await createTable(owner, place, [NAME, PAPERS], { title: 'Ships' });
  const trips = await createTable(owner, place, [NAME], { title: 'Trips' });
  const link = async (from: { id: string }, to: { id: string }, label: string) => {
    const column = { name: label.toLowerCase(), label, type: 'link', table: to.id };
    return expectData(await owner.client.post(`items/${from.id}/columns/`, column), 201).id;
  };
  await link(ships, harbours, 'Harbours');
  const via = await link(trips, ships, 'Ships');
  const form = new FormData();
  form.append('field', 'papers');
  form.append('file', new Blob(['Words of plan.txt']), 'plan.txt');
  const sent = await owner.client.post(`items/${ships.id}/row-files/`, undefined, { raw: form });
  const file = expectData(sent, 201).id;
  const [cochin] = await addRows(owner, harbours, [{ name: 'Cochin' }]);
  const values = { name: 'Dhow', harbours: [cochin?.id], papers: [{ file_id: file }] };
  const [dhow] = await addRows(owner, ships, [values]);
  await addRows(owner, trips, [{ name: 'Out', ships: [dhow?.id] }]);
  const column = { name: 'plans', label: 'Plans', type: 'lookup', via, of: 'f_papers' };
  expectData(await owner.client.post(`items/${trips.id}/columns/`, column), 201);

  await signIn(page, owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${trips.id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Where');
  await dialog.getByLabel('Type').selectOption('lookup');
  await dialog.getByLabel('Link column').selectOption({ label: 'Ships' });
  await dialog.getByLabel(/Column of the linked table/).selectOption({ label: 'Harbours' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();

  const opened = page.getByRole('link', { name: 'plan.txt' });
  const response = await page.request.get((await opened.getAttribute('href')) ?? '');
  expect(await response.text()).toBe('Words of plan.txt');
  await page.getByRole('gridcell').getByRole('link', { name: 'Cochin' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Cochin');
  await expect(page).toHaveURL(new RegExp(`open=${cochin?.id}`));
});

test('a lookup of a lookup is made in the dialog, shown as in its own table, and refused in a circle', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner } = place;
  const area = {
    ...{ id: 'f_area', name: 'area', label: 'Area', type: 'select', required: false },
    options: [{ id: 'asia', label: 'Asia' }],
    option_colors: { asia: 'green' },
  };
  const countries = await createTable(owner, place, [NAME, area], { title: 'Countries' });
  const customers = await createTable(owner, place, [NAME], { title: 'Customers' });
  const orders = await createTable(owner, place, [NAME], { title: 'Orders' });
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
  const linkTo = (table: { id: string }, label: string) => ({ label, type: 'link', table: table.id });
  const home = await add(customers, linkTo(countries, 'Country'));
  await add(orders, linkTo(customers, 'Customer'));
  await add(countries, linkTo(orders, 'First order'));
  const middle = await add(customers, { label: 'Area of home', type: 'lookup', via: home, of: 'f_area' });
  const [india] = await addRows(owner, countries, [{ name: 'India', area: 'asia' }]);
  const [asha] = await addRows(owner, customers, [{ name: 'Asha', country: [india?.id] }]);
  await addRows(owner, orders, [{ name: 'One', customer: [asha?.id] }, { name: 'Two' }]);

  await signIn(page, owner);
  const addressOf = ({ id }: { id: string }) => `/${place.hub.domain_handle}/${place.space.slug}/${id}`;
  const addLookup = async (label: string, via: string, of: string) => {
    await page.getByRole('button', { name: 'Add column' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill(label);
    await dialog.getByLabel('Type').selectOption('lookup');
    await dialog.getByLabel('Link column').selectOption({ label: via });
    await dialog.getByLabel(/Column of the linked table/).selectOption({ label: of });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    return dialog;
  };
  await openPage(page, addressOf(orders));
  await expect(await addLookup('Area', 'Customer', 'Area of home')).toBeHidden();
  await expect(page.getByRole('gridcell').getByText('Asia')).toHaveAttribute('data-color', 'green');
  // Others change the country, which only the customer links to.
  const rows = [{ id: india?.id, values: { area: null } }];
  expectData(await owner.client.patch(`items/${countries.id}/rows/`, { rows }));
  await expect(page.getByRole('gridcell').getByText('Asia')).toBeHidden();

  expectData(
    await owner.client.patch(`items/${countries.id}/rows/`, {
      rows: [{ id: india?.id, values: { area: 'asia' } }],
    }),
  );
  await expect(page.getByRole('gridcell').getByText('Asia')).toBeVisible();

  await openPage(page, addressOf(countries));
  await expect(await addLookup('Area of order', 'First order', 'Area')).toBeHidden();
  const columns = expectData(await owner.client.get(`items/${countries.id}/columns/`));
  const circle = { of: columns.find(({ label }) => label === 'Area of order')?.id };
  const refused = await owner.client.patch(`items/${customers.id}/columns/${middle}/`, circle);
  expect(refused.body.fields).toEqual({ of: [expect.stringContaining('in a circle')] });
});
