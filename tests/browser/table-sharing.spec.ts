import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const VIEW = {
  name: 'Open repairs',
  columns: [{ id: 'f_price', hidden: true }],
  filter: { field: 'f_state', op: 'equals', value: 'open' },
};

test('shares a view by a link that shows its rows without an account, until it is revoked', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place, undefined, { title: 'Repairs' });
  await addRows(owner, table, [
    { name: 'Mast', state: 'open', price: 4321, tags: ['red'], due: '2026-02-14' },
    { name: 'Sail', state: 'done' },
  ]);
  const views = `items/${table.id}/views/`;
  const view = expectData(await owner.client.post<{ id: string }>(views, VIEW), 201);
  const address = `/${hub.domain_handle}/${space.slug}/${table.id}?view=${view.id}`;
  const document = await createItem(owner, place, {
    title: 'Plan',
    content: `[x](/${hub.domain_handle}/~/${table.id}?view=${view.id} "embed")`,
  });
  await signIn(page, owner);
  await openSettledPage(page, address);
  await page.getByRole('button', { name: 'More actions for this view' }).click();
  await page.getByRole('menuitem', { name: 'Share view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Open repairs”' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await expectAccessible(page);

  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  const guest = await visitor.newPage();
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByRole('heading', { name: 'Open repairs' })).toBeVisible();
  const main = guest.getByRole('main');
  await expect(main).toContainText('Mast');
  await expect(main).toContainText('Still open');
  expect(await guest.content()).not.toMatch(/4321|Price|Sail/);
  await expectAccessible(guest);
  await expectFitsPhone(guest);
  await guest.getByRole('searchbox', { name: 'Search these rows' }).fill('sail');
  await guest.keyboard.press('Enter');
  await expect(main).toContainText('No matching rows');

  // The view becomes a board, whose cards open: its holder sees the same, without a script too.
  const board = { type: 'board', group: ['f_state'], filter: null };
  expectData(await owner.client.patch(`${views}${view.id}/`, board));
  await guest.goto(new URL(link).pathname);
  await expect(main.getByRole('region', { name: 'Still open' })).toContainText('Mast');
  await expect(main.getByRole('region', { name: 'All done' })).toContainText('Sail');
  await expectAccessible(guest);
  await expectFitsPhone(guest);
  await main.getByRole('link', { name: 'Mast' }).click();
  await expect(main.getByRole('heading', { name: 'Mast' })).toBeVisible();
  await expect(main).toContainText('Red');
  await main.getByRole('link', { name: 'All rows' }).click();
  await expect(main.getByRole('region', { name: 'Still open' })).toBeVisible();
  expectData(await owner.client.patch(`${views}${view.id}/`, { type: 'calendar', group: ['f_due'] }));
  await guest.goto(`${new URL(link).pathname}?month=2026-02`);
  await expect(main.getByRole('link', { name: 'Mast' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'February 2026' })).toBeVisible();
  await expectAccessible(guest);
  expect(await guest.content()).not.toMatch(/4321|Price/);

  await dialog.getByRole('button', { name: /^Revoke link/ }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke link' })
    .click();
  await expect(guest.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await visitor.close();

  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${document.id}`);
  const embedded = page.getByRole('region', { name: 'Open repairs' });
  await expect(embedded.getByRole('row')).toHaveText([/Name/, /Mast/, /Sail/]);
  await expectAccessible(page);
  // Its rows are shown where the document is written, too.
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${document.id}?edit=1`);
  const written = page.getByRole('textbox').getByRole('region', { name: 'Open repairs' });
  await expect(written.getByRole('row')).toHaveText([/Name/, /Mast/, /Sail/]);
});

test('shows where others are in a table, and offers to put a value back that somebody overwrote', async ({
  page,
  api,
}) => {
  const place = await createEditorAndPlace(api);
  const { hub, space, owner, member } = place;
  const table = await createTable(member, place, undefined, { title: 'Repairs' });
  const [row] = await addRows(member, table, [{ name: 'Mast', price: 40 }]);
  const views = [
    { name: 'By state', group: ['f_state'] },
    { name: 'Cards', type: 'list' },
    { name: 'Board', type: 'board', group: ['f_state'] },
    { name: 'Calendar', type: 'calendar', group: ['f_due'] },
  ];
  for (const view of views) expectData(await member.client.post(`items/${table.id}/views/`, view), 201);
  await signIn(page, member);
  const address = `/${hub.domain_handle}/${space.slug}/${table.id}`;
  await openConnectedPage(page, address);
  const name = `${owner.user.first_name} ${owner.user.last_name}`;
  const at = (column_id: string | null) =>
    owner.client.put(`items/${table.id}/cursor/`, { tab: 'other', row_id: row?.id ?? null, column_id });
  const cursor = page.locator('.other-cursor');
  expectData(await at('f_price'));
  await expect(cursor).toHaveText(name);
  // At the row as a whole, as on the page of it.
  expectData(await at(null));
  await expect(page.getByRole('gridcell', { name: 'Mast', exact: true }).locator(cursor)).toHaveText(name);
  expectData(
    await owner.client.put(`items/${table.id}/cursor/`, { tab: 'other', row_id: null, column_id: null }),
  );
  await expect(cursor).toHaveCount(0);

  // In groups, on cards, boards and calendars, too.
  for (const view of views) {
    await page.getByRole('link', { name: view.name, exact: true }).click();
    await expect(page).toHaveURL(/view=/);
    await expect(page.getByRole('link', { name: view.name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expectData(await at('f_price'));
    await expect(page.locator('.other-cursor:visible')).toHaveText(name);
  }
  await openConnectedPage(page, address);

  const cell = page.getByRole('gridcell', { name: 'Mast', exact: true });
  await cell.dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Boom');
  await page.keyboard.press('Enter');
  const nameNow = async () => (await readRows(member, table))[0]?.values.name;
  await expect.poll(nameNow).toBe('Boom');
  expectData(
    await owner.client.patch(`items/${table.id}/rows/`, {
      rows: [{ id: row?.id, values: { name: 'Gaff' } }],
    }),
  );
  await expect(page.getByText(`${name} changed “Name” after you did.`)).toBeVisible();
  await page.getByRole('button', { name: 'Put mine back' }).click();
  await expect.poll(nameNow).toBe('Boom');
});
