import type { Locator, Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  expectNoSidewaysScroll,
  openSettledPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const list = (page: Page, name: string) => page.getByRole('region', { name });

async function newView(page: Page, name: string, type: string) {
  await page.getByRole('button', { name: 'New view' }).click();
  const dialog = page.getByRole('dialog', { name: 'New view' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Shown as').selectOption(type);
  return dialog;
}

/** Drags one row to a list or a day, as a hand does: it is over the place before it is dropped. */
async function drag(page: Page, row: Locator, name: string, place: Locator) {
  const announced = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await row.hover();
  await page.mouse.down();
  const { x, y } = await middleOf(row);
  await page.mouse.move(x + 20, y, { steps: 4 });
  await announced(`${name} is `);
  const target = await middleOf(place);
  await page.mouse.move(target.x, target.y, { steps: 12 });
  await announced(`${name} is over “`);
  await page.mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('moves rows on a board by menu and by dragging, and on a calendar by keyboard and by dragging', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place, undefined, { title: 'Repairs' });
  const today = new Date().toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  await addRows(owner, table, [
    { name: 'Mast', state: 'open', due: `${month}-10`, price: 40 },
    { name: 'Sail', state: 'open', due: `${month}-10` },
    { name: 'Anchor', state: 'done' },
    { name: 'Oars' },
  ]);
  const valuesOf = async (name: string) =>
    (await readRows(owner, table)).find(({ values }) => values.name === name)?.values;
  await signIn(page, owner);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);

  const dialog = await newView(page, 'By state', 'Board');
  await expect(dialog.getByLabel('Lists by')).toHaveValue('f_state');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list(page, 'Still open').getByRole('button', { name: 'Mast', exact: true })).toBeVisible();
  await expect(list(page, 'All done').getByRole('button', { name: 'Anchor', exact: true })).toBeVisible();
  await expect(list(page, 'Empty').getByRole('button', { name: 'Oars', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await list(page, 'Still open').getByRole('button', { name: 'Actions for Mast' }).click();
  await page.getByRole('menuitem', { name: 'All done' }).click();
  await expect(list(page, 'All done').getByRole('button', { name: 'Mast', exact: true })).toBeVisible();
  await expect.poll(async () => (await valuesOf('Mast'))?.state).toBe('done');
  await page.getByRole('button', { name: 'Undo last change' }).click();
  await expect(list(page, 'Still open').getByRole('button', { name: 'Mast', exact: true })).toBeVisible();
  await drag(page, list(page, 'Empty').getByRole('listitem').first(), 'Oars', list(page, 'All done'));
  await expect(list(page, 'All done').getByRole('button', { name: 'Oars', exact: true })).toBeVisible();
  await expect.poll(async () => (await valuesOf('Oars'))?.state).toBe('done');
  await list(page, 'All done').getByRole('button', { name: 'Add a row to “All done”' }).click();
  const added = page.getByRole('dialog', { name: 'Add row' });
  await expect(added.getByRole('radio', { name: 'All done' })).toBeChecked();
  await added.getByLabel('Name').fill('Keel');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(list(page, 'All done').getByRole('button', { name: 'Keel', exact: true })).toBeVisible();

  const second = await newView(page, 'When', 'Calendar');
  await second.getByRole('button', { name: 'Save' }).click();
  const entry = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(entry('Mast')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Without “Due”' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await entry('Mast').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(async () => (await valuesOf('Mast'))?.due).toBe(`${month}-11`);
  await expect(entry('Mast')).toBeFocused();
  await drag(page, entry('Anchor'), 'Anchor', page.locator(`td:has(time[datetime="${month}-18"])`));
  await expect.poll(async () => (await valuesOf('Anchor'))?.due).toBe(`${month}-18`);
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await entry('Mast').click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Mast');

  const views = expectData(await owner.client.get(`items/${table.id}/views/`));
  expect(views.map(({ type, group }) => [type, ...group])).toEqual([
    ['board', 'f_state'],
    ['calendar', 'f_due'],
  ]);
});

test('shows the rows of a list and of a grid in groups, also on a phone @phone', async ({ page, api }, {
  project,
}) => {
  const isPhone = project.name === 'phone';
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place, undefined, { title: 'Repairs' });
  await addRows(owner, table, [
    { name: 'Mast', state: 'open', due: '2030-05-10' },
    { name: 'Sail', state: 'open', due: '2030-05-11' },
    { name: 'Anchor', state: 'done' },
  ]);
  for (const [name, type, group] of [
    ['In groups', 'list', ['f_state']],
    ['By both', 'grid', ['f_state', 'f_due']],
  ] as const)
    expectData(
      await owner.client.post(`items/${table.id}/views/`, { name, type, group, personal: false }),
      201,
    );
  await signIn(page, owner);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);

  await page.getByRole('link', { name: 'In groups' }).click();
  const head = page.getByRole('button', { name: /^Still open\s?2 rows/ });
  const row = page.getByRole('button', { name: 'Mast', exact: true });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await head.click();
  await expect(row).toBeHidden();
  await expect(page.getByRole('button', { name: 'Anchor', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'By both' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Still open/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('1 row');
  if (isPhone) await expect(row).toBeVisible();
  else await expect(page.getByRole('gridcell', { name: 'Mast' }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
