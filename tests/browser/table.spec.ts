import type { Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { press, tabTo, typeInto } from '#tests/harness/keyboard.ts';
import { addMember } from '#tests/harness/members.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const cells = (page: Page, text: string) => page.getByRole('row', { name: text });

test('creates a table, adds columns, adds and changes rows, and undoes', async ({ page, api }) => {
  // Every dialog is looked at in light and dark.
  test.slow();
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Table' }).click();
  await dialog(page).getByLabel('Name').fill('Furniture');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('No rows yet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add column' }).click();
  await dialog(page).getByLabel('Label').fill('Price');
  await dialog(page).getByLabel('Type').selectOption('Number');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Add column' }).click();
  await dialog(page).getByLabel('Label').fill('State');
  await dialog(page).getByLabel('Type').selectOption('One choice');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Please enter Options')).toBeVisible();
  await dialog(page).getByLabel('Option 1', { exact: true }).fill('Open');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Done');
  await dialog(page).getByLabel('Colour of Open').selectOption('Green');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /State/ })).toBeVisible();

  await page.getByRole('button', { name: 'Add row' }).click();
  await dialog(page).getByLabel('Name').fill('Lamp');
  await dialog(page).getByLabel('Price').fill('12.5');
  await dialog(page).getByRole('radio', { name: 'Open' }).check();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(cells(page, 'Lamp')).toContainText('12.5');
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Open Lamp' }).click();
  await dialog(page).getByLabel('Price').fill('20');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The row is saved.')).toBeVisible();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await dialog(page).getByRole('button', { name: 'Back to the rows' }).click();
  await expect(cells(page, 'Lamp')).toContainText('20');
  await expect(page).not.toHaveURL(/open=/);
  // The list was on the page all the time.
  expect(loaded.filter((path) => path.startsWith('/_next/data/'))).toEqual([]);

  await page.getByRole('button', { name: 'Actions for Lamp' }).click();
  await page.getByRole('menuitem', { name: 'Delete row' }).click();
  await expect(cells(page, 'Lamp')).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cells(page, 'Lamp')).toContainText('20');
});

test('imports a CSV file with chosen columns; sorts and searches rows, and deletes a column', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place);
  await addRows(place.owner, table, [{ name: 'Lamp', price: 20, state: 'open' }]);
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'More actions for this table' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV or Excel' }).click();
  await dialog(page)
    .getByLabel('File')
    .setInputFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      // As spreadsheets of Europe write it.
      buffer: Buffer.from(
        'Möbel;Price;State;Left;Größe\nChair;7;All done;x;4,5\nTable;much;Still open;y;6\n',
        'latin1',
      ),
    });
  await dialog(page).getByLabel('Import into').first().selectOption('Name');
  await expect(dialog(page)).toContainText('Möbel');
  await expect(dialog(page)).toContainText('Chair · Table');
  await dialog(page).getByLabel('Import into').nth(3).selectOption('Leave out');
  await expect(dialog(page)).toContainText('1 of the first 2 lines would be left out:');
  await expect(dialog(page)).toContainText('Price is not a valid number');
  await expect(dialog(page).getByLabel('Type Größe')).toHaveValue('');
  await expect(dialog(page)).toContainText('Number (detected)');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page)).toContainText('1 line imported, 1 left out.');
  const link = dialog(page).getByRole('link', { name: /lines that were left out/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Lines to correct.csv');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(cells(page, 'Chair')).toContainText('All done');
  // A column that the table did not have came with the file.
  await expect(page.getByRole('columnheader', { name: /Größe/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Left/ })).toHaveCount(0);
  await expect(cells(page, 'Chair')).toContainText('4.5');

  await page.getByRole('button', { name: 'Actions for the column Price' }).click();
  await page.getByRole('menuitemradio', { name: 'Sort ascending' }).click();
  await expect(page.getByRole('columnheader', { name: /Price/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('Chair');
  await page.getByLabel('Search these rows').fill('lam');
  await page.keyboard.press('Enter');
  await expect(cells(page, 'Chair')).toBeHidden();
  await expect(cells(page, 'Lamp')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for the column State' }).click();
  await page.getByRole('menuitem', { name: 'Delete column' }).click();
  await dialog(page).getByRole('button', { name: 'Delete column' }).click();
  await expect(page.getByRole('columnheader', { name: /State/ })).toBeHidden();
});

test('does not break the text of a contact list where there is space', async ({ page, api }) => {
  const place = await createPlace(api);
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'Contacts' });
  await addRows(place.owner, list, [
    {
      name: 'Bartholomew Featherstonehaugh',
      email: 'bartholomew.featherstonehaugh@example-company.test',
      contact_number: '+4930123456',
      occupation: 'Administrator',
      address: 'Internationale Straße 12345, Hamburg-Harvestehude',
      about: 'Responsible for administration and accommodation',
    },
  ]);
  await signIn(page, place.owner);
  await page.goto(`/${place.hub.domain_handle}/${place.space.slug}/${list.id}`);
  const textColumns = ['Contact Number', 'Occupation', 'Company Name'].map((label) => ({
    label,
    place: page.getByRole('columnheader', { name: label }).getByText(label),
  }));
  textColumns.push({
    label: 'Bartholomew Featherstonehaugh',
    place: page.getByRole('gridcell').getByText(/^Bartholomew/),
  });
  for (const { label, place: shown } of textColumns) {
    const lines = await shown.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines, label).toBeLessThanOrEqual(label.split(' ').length);
  }
});

test('shows rows as cards on a phone, fits long values, and shows errors in place', {
  tag: '@phone',
}, async ({ page, api }) => {
  const place = await createPlace(api);
  const long = 'W'.repeat(255);
  const table = await createTable(place.owner, place, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
    { id: 'f_note', name: 'note', label: long, type: 'text', required: false },
  ]);
  const many = Array.from({ length: 140 }, (_, n) => ({
    name: `Row ${n}`,
    ...(n === 0 ? { note: long } : {}),
  }));
  // One click loads the rest, whether the rows were loaded again since the page was rendered or not.
  await addRows(place.owner, table, many);
  await place.owner.client.patch(`items/${table.id}/columns/f_note/`, { type: 'number', label: 'Amount' });
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const problem = isPhone
    ? page.getByText('Amount is not a valid number')
    : page.getByRole('img', { name: 'Amount is not a valid number' });
  await expect(problem).toBeVisible();
  await expect(page.getByText('140 rows', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  if (isPhone) await page.getByRole('button', { name: 'Load more' }).click();
  else {
    await page.getByRole('gridcell', { name: 'Row 0', exact: true }).click();
    await page.keyboard.press('Control+End');
  }
  await expect(
    page.getByRole('button', { name: isPhone ? 'Row 139' : 'Open Row 139', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
});

test('opens the menu of a table within the window', { tag: '@phone' }, async ({ page, api }) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place);
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'More actions for this table' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const menu = page.getByRole('menu');
  const box = await menu.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More actions for this table' })).toBeFocused();
});

test('shows menus over the comments, and messages over the page of a row', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  ]);
  await addRows(place.owner, table, [{ name: 'Heron' }, { name: 'Tern' }]);
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: /comment/i })).toBeVisible();
  await page.getByRole('button', { name: 'Shared', exact: true }).click();
  // Nothing lies over it.
  await page.getByRole('menuitemradio', { name: /^Private/ }).click({ trial: true });
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click();

  await page.getByRole('button', { name: /^(Open )?Heron$/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Grey heron');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const message = page.getByRole('status').filter({ hasText: 'The row is saved.' });
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
  // The page of a row is a dialog on a phone: only what is opened after it is seen over it.
  if ((page.viewportSize()?.width ?? 0) < 768)
    expect(await message.evaluate((element) => element.matches(':popover-open'))).toBe(true);
});

test('scrolls the tab of the open view into sight', { tag: '@phone' }, async ({ page, api }) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place);
  const names = Array.from({ length: 12 }, (_, n) => `View number ${n + 1}`);
  for (const name of names)
    await place.owner.client.post(`items/${table.id}/views/`, { name, type: 'grid', personal: false });
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  const tabs = page.getByRole('navigation', { name: 'Views' });
  const last = tabs.getByRole('link', { name: 'View number 12' });
  const first = tabs.getByRole('link').first();
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await openPage(page, (await last.getAttribute('href')) ?? '');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(first).not.toBeInViewport();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-current', 'page');
  await expect(first).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});

test('adds a row by keyboard alone, and focuses an invalid field', async ({ page, api }) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place);
  await signIn(page, place.owner);
  await openPage(page, `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`);
  await press(page, page.getByRole('button', { name: 'Add row' }));
  const name = dialog(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toBeFocused();
  await expect(dialog(page).getByRole('link', { name: 'Please enter Name' })).toBeVisible();
  await tabTo(page, name);
  await typeInto(page, name, 'Lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open Lamp' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add row' })).toBeFocused();
  const [row] = await readRows(place.owner, table);
  expect(row?.values).toEqual({ name: 'Lamp' });
});

test('shows rows without actions to viewers; keeps concurrent changes', async ({ page, api }) => {
  const place = await createPlace(api);
  const table = await createTable(place.owner, place);
  const [row] = await addRows(place.owner, table, [{ name: 'Lamp', price: 5 }]);
  const viewer = await addMember(api, place.owner, place.hub);
  await signIn(page, viewer);
  const path = `/${place.hub.domain_handle}/${place.space.slug}/${table.id}`;
  await openPage(page, path);
  await expect(cells(page, 'Lamp')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add row' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Actions for Lamp/ })).toBeHidden();
  await signIn(page, place.owner);
  await openPage(page, path);
  await page.getByRole('button', { name: 'Open Lamp' }).click();
  await dialog(page).getByLabel('Name').fill('Chair');
  await place.owner.client.patch(`items/${table.id}/rows/`, {
    rows: [{ id: row?.id, values: { price: 6 } }],
  });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The row is saved.')).toBeVisible();
  await page.goBack();
  await expect(cells(page, 'Chair')).toContainText('6');
});

test('adds and fills columns of entries and files, and opens a file from its row', async ({ page, api }) => {
  test.slow();
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const table = await createTable(owner, place, [{ label: 'Name', type: 'text' }], { title: 'Boats' });
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  await dialog(page).getByLabel('Label').fill('Papers');
  await dialog(page).getByLabel('Type').selectOption('File');
  await dialog(page).getByLabel('Every row must have a value here').check();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Add column' }).click();
  await dialog(page).getByLabel('Label').fill('Crew');
  await dialog(page).getByLabel('Type').selectOption({ value: 'form' });
  await dialog(page).getByLabel('Several entries').check();
  await dialog(page).getByLabel('Every row must have a value here').check();
  await dialog(page).getByRole('button', { name: 'Add a field' }).click();
  await dialog(page).getByRole('group', { name: 'Field 1' }).getByLabel('Label').fill('Sailor');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('button', { name: 'Add row' }).click();
  await dialog(page).getByLabel('Name').fill('Swan');
  const papers = { name: 'licence.txt', mimeType: 'text/plain', buffer: Buffer.from('Valid.') };
  await dialog(page).locator('input[type="file"]').setInputFiles(papers);
  await expect(dialog(page).getByText('licence.txt')).toBeVisible();
  await dialog(page).getByLabel('Sailor').fill('Ada');
  // The progress of the file goes with that, and the button below moves.
  await expect(dialog(page).getByText('licence.txt is sent.')).toBeAttached();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  const link = page.getByRole('link', { name: /licence\.txt/ });
  const response = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(await response.text()).toBe('Valid.');
});

test('shows an editor above the rows below it, the frame of a selected cell that sticks, and pastes from Excel', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const wide = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
    ...{ id: `f_${name}`, name, label: name, type: 'textarea', required: false },
  }));
  const table = await createTable(owner, place, wide);
  const names = ['Chair', 'Lamp', 'Stool', 'Desk'];
  await addRows(
    owner,
    table,
    names.map((a) => ({ a })),
  );
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  const cell = (at: string) => page.locator(`[data-cell="${at}"]`);
  await cell('0:1').dblclick();
  const editor = page.getByRole('textbox', { name: 'b' });
  await editor.fill('One\nTwo\nThree');
  const isOnTop = await editor.evaluate((area) => {
    const { left, bottom } = area.getBoundingClientRect();
    return area.contains(document.elementFromPoint(left + 8, bottom - 8));
  });
  expect(isOnTop).toBe(true);
  await page.keyboard.press('Enter');
  await cell('1:0').click();
  await page.keyboard.press('End');
  await cell('1:0').click();
  await expect(page.getByRole('grid')).toHaveAttribute('data-shifted');
  await expect(cell('1:0')).toHaveCSS('box-shadow', /inset/);
  // The styles of Excel's HTML would be reported as blocked by the policy of the page.
  await cell('1:0').evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<style>td { color: red }</style><table><tr><td style="width:48pt">Sofa</td></tr></table>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(cell('1:0')).toHaveText('Sofa');
});

test('stores what is typed over a day and a choice, whose options are seen whole below few rows', async ({
  page,
  api,
}) => {
  const place = await createPlace(api);
  const { owner, hub, space } = place;
  const options = ['Open', 'Done', 'Dropped'].map((label) => ({ id: label.toLowerCase(), label }));
  const table = await createTable(owner, place, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
    { id: 'f_on', name: 'on', label: 'On', type: 'date', required: false },
    { id: 'f_state', name: 'state', label: 'State', type: 'select', options, required: false },
  ]);
  await addRows(owner, table, [{ name: 'Hull', on: '2026-01-30', state: 'open' }]);
  await signIn(page, owner);
  await openPage(page, `/${hub.domain_handle}/${space.slug}/${table.id}`);
  const cell = (at: string) => page.locator(`[data-cell="${at}"]`);
  await cell('0:1').click();
  await page.keyboard.press('Enter');
  // The editor of days is there from now on, whose parts would take what is typed for others.
  await expect(page.getByRole('grid').locator('input[type="date"]')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.type('2026-05-04');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const listed = page.getByRole('listbox').getByRole('option');
  await expect(listed).toHaveText(['Open', 'Done', 'Dropped']);
  for (const option of await listed.all()) await expect(option).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.type('done');
  await page.keyboard.press('Enter');
  await cell('0:0').click();
  await page.keyboard.type('Keel');
  await cell('0:2').click();
  await expect(cell('0:2')).toBeFocused();
  await expect
    .poll(async () => (await readRows(owner, table))[0]?.values)
    .toEqual({ name: 'Keel', on: '2026-05-04', state: 'done' });
});
