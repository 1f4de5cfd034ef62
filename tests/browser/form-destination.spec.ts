import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

test('writes the submissions of a form into a table, and makes a form of a table', async ({ page, api }) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const form = await createOpenForm(owner, place, {
    title: 'Sign up',
    fields: [field('name', 'Name', 'text'), field('cost', 'Cost', 'text', { required: false })],
  });
  const table = await createTable(owner, place, undefined, { title: 'People' });
  const send = async (values: Record<string, string>) =>
    expectData(await api.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
  await send({ name: 'Early' });
  await signIn(page, owner);
  const path = `/${hub.domain_handle}/${space.slug}/forms/${form.id}`;
  await openSettledPage(page, `${path}?tab=settings`);

  await page.getByRole('button', { name: 'Write answers into a table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write answers into a table' });
  await dialog.getByLabel('Table').selectOption({ label: 'People' });
  await expect(dialog.getByLabel('Name')).toHaveValue('f_name');
  await dialog.getByLabel('Cost').selectOption({ label: 'Price' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Write answers into it' }).click();
  await expect(page.getByText('1 answer is not in the table')).toBeVisible();
  const spacePath = `/${hub.domain_handle}/${space.slug}`;
  await expect(page.getByRole('main').getByRole('link', { name: 'People' })).toHaveAttribute(
    'href',
    `${spacePath}/${table.id}`,
  );
  await page.getByRole('button', { name: 'Write them now' }).click();
  await expect
    .poll(async () => (await readRows(owner, table)).map(({ values }) => values.name))
    .toEqual(['Early']);
  await expect(page.getByText('1 answer is not in the table')).toBeHidden();
  await expectFitsPhone(page);

  const { id } = await send({ name: 'Ada', cost: 'much' });
  await openSettledPage(page, `${path}?tab=answers&view=one&answer=${id}`);
  await expect(page.getByText('Price is not a valid number')).toBeVisible();
  await expectAccessible(page);
  expectData(await owner.client.patch(`items/${table.id}/columns/f_price/`, { type: 'text' }));
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Price is not a valid number')).toBeHidden();
  expect((await readRows(owner, table)).map(({ values }) => values.price)).toEqual([undefined, 'much']);

  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'More actions for this table' }).click();
  await page.getByRole('menuitem', { name: 'Create a form from this table' }).click();
  await page.waitForURL(/\/forms\/[0-9a-f-]{36}$/);
  expect(new URL(page.url()).pathname.startsWith(`${spacePath}/forms/`)).toBe(true);
  await expect(page.getByText('State', { exact: true }).first()).toBeVisible();
});
