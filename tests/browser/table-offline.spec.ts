import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  goOffline,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

test.use({ recordsRequests: true, expectedProblems: [/ERR_FAILED|WebSocket/] });

test('stores a cell that was written without a network once it is back, and is not left by accident', async ({
  page,
  api,
  context,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [{ name: 'Lamp' }, { name: 'Chair' }]);
  await signIn(page, owner);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  const cell = page.getByRole('gridcell', { name: 'Lamp', exact: true });
  await cell.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Escape');
  await goOffline(page);

  await cell.click();
  await page.keyboard.type('Desk');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1 change is not saved/)).toBeVisible();
  await expectAccessible(page);
  expect((await readRows(owner, table)).map(({ values }) => values.name)).toEqual(['Lamp', 'Chair']);

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const leave = page.getByRole('dialog');
  await expect(leave.getByText('Leave without saving?')).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(false);
  await expect(page.getByText(/not saved/)).toBeHidden();
  await expect
    .poll(async () => (await readRows(owner, table)).map(({ values }) => values.name))
    .toEqual(['Desk', 'Chair']);
  await page.getByRole('button', { name: 'Undo last change' }).click();
  await expect(page.getByRole('gridcell', { name: 'Lamp', exact: true })).toBeVisible();
});
