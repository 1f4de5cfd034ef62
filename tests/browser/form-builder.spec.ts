import type { Page } from '@playwright/test';
import type { Form } from '#lib/contract/form.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goOffline,
  openPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createForm } from '#tests/harness/forms.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

const FIXTURES = 'tests/fixtures/files';

async function openBuilder(page: Page, api: Client, input: Parameters<typeof createForm>[2] = {}) {
  const place = await createPlace(api, { name: 'Handbook' });
  const form = await createForm(place.owner, place, { title: 'Camp', fields: [], ...input });
  const path = `/${place.hub.domain_handle}/${place.space.slug}/forms/${form.id}`;
  await signIn(page, place.owner);
  await openPage(page, path);
  return { ...place, form, path };
}

const palette = (page: Page) => page.getByRole('complementary', { name: 'Add to the form' });
const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' });
const canvas = (page: Page) => page.getByRole('list', { name: 'The form, page by page' });
const saved = (page: Page) =>
  expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();

async function formNow(person: TestAccount, { id }: Pick<Form, 'id'>): Promise<Form> {
  return expectData(await person.client.get(`forms/${id}/`));
}
const labelsOf = (form: Form) => form.fields.map(({ label }) => label);

test('builds two pages with a nested list and a file by mouse, and loses nothing on reload', async ({
  page,
  api,
}) => {
  test.slow();
  const { owner, form } = await openBuilder(page, api);
  await palette(page).getByRole('button', { name: 'Text', exact: true }).click();
  // The label has the focus, to be written over.
  await page.keyboard.type('Your name');
  await palette(page).getByRole('button', { name: 'One choice' }).click();
  await page.keyboard.type('Comes along');
  await properties(page).getByRole('button', { name: 'Write as lines' }).click();
  await properties(page).getByLabel('One option per line').fill('Nobody\nChildren\nFriends');
  await properties(page).getByRole('button', { name: 'Use these' }).click();
  await expect(properties(page).getByRole('button', { name: 'Write as lines' })).toBeFocused();
  await palette(page).getByRole('button', { name: 'Page', exact: true }).click();
  await page.keyboard.type('Who comes');
  await palette(page).getByRole('button', { name: 'Group of fields' }).click();
  await page.keyboard.type('People');
  await canvas(page).getByRole('button', { name: 'Add a field to People' }).click();
  await page.getByRole('menuitem', { name: 'E-mail' }).click();
  await page.keyboard.type('Mail');
  await canvas(page).getByRole('button', { name: 'People (required)' }).click();
  await palette(page).getByRole('button', { name: 'File', exact: true }).click();
  await page.keyboard.type('Health card');
  await palette(page).getByRole('button', { name: 'Picture' }).click();
  await page.locator('input[type=file]').setInputFiles(`${FIXTURES}/map.png`);
  await expect(properties(page).getByRole('button', { name: 'Choose another picture' })).toBeVisible();
  await properties(page).getByLabel('Description of the picture').fill('The way');
  await page.reload();
  await saved(page);
  await expect(canvas(page).getByRole('img', { name: 'The way' })).toBeVisible();

  const now = await formNow(owner, form);
  expect(now.fields).toMatchObject([
    { label: 'Your name', name: 'your_name', type: 'text' },
    { label: 'Comes along', options: [{ label: 'Nobody' }, { label: 'Children' }, { label: 'Friends' }] },
    {
      label: 'People',
      type: 'form',
      multiple: true,
      fields: [{ label: 'Name' }, { label: 'Mail', type: 'email' }],
    },
    { label: 'Health card', type: 'file' },
  ]);
  expect(now.layout.pages).toMatchObject([
    { blocks: [{ kind: 'field' }, { kind: 'field' }] },
    {
      title: 'Who comes',
      blocks: [{ kind: 'field' }, { kind: 'field' }, { kind: 'picture', alt: 'The way' }],
    },
  ]);
});

test('pastes options as lines at the caret, undone in one step', async ({ page, api }) => {
  const options = ['Red', 'Other'].map((label, at) => ({ id: `o${at}`, label }));
  const { owner, form } = await openBuilder(page, api, {
    fields: [{ id: 'a', name: 'a', label: 'Colour', type: 'select', options }],
  });
  await canvas(page).getByRole('button', { name: 'Colour (required)' }).click();
  const option = (number: number) =>
    properties(page).getByRole('textbox', { name: `Option ${number}`, exact: true });
  await option(1).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Crimson\r\nGreen\n\n Blue \n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(option(4)).toHaveValue('Other');
  await saved(page);
  const [field] = (await formNow(owner, form)).fields;
  expect(field?.options).toMatchObject([
    { id: 'o0', label: 'Crimson' },
    { label: 'Green' },
    { label: 'Blue' },
    { id: 'o1', label: 'Other' },
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await formNow(owner, form)).fields[0]?.options).toEqual(options);
});

test('adds, moves, drags, deletes and undoes by keyboard, with live announcements', async ({ page, api }) => {
  test.slow();
  const { owner, form } = await openBuilder(page, api);
  const add = async (name: string, label: string) => {
    await palette(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(properties(page).getByLabel('Label')).toBeFocused();
    await page.keyboard.type(label);
  };
  await add('Text', 'One');
  await add('Number', 'Two');
  await add('Date', 'Three');
  await page.keyboard.press('Escape');
  const fieldCard = (label: string) => canvas(page).getByRole('button', { name: `${label} (required)` });
  await expect(fieldCard('Three')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(fieldCard('Three')).toBeFocused();
  await expect(page.getByText('Three is at place 2 of page 1.')).toBeAttached();
  await saved(page);
  expect(labelsOf(await formNow(owner, form))).toEqual(['One', 'Three', 'Two']);

  await page.getByRole('button', { name: 'Drag Two' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Two is over place 3 of page 1.')).toBeAttached();
  // The library ignores a key that comes within the moment in which it still measures what was lifted.
  const moveUp = (result: string) =>
    expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText(result)).toBeAttached({ timeout: 3_000 });
    }).toPass();
  await moveUp('Two is over place 2 of page 1.');
  await moveUp('Two is over place 1 of page 1.');
  await page.keyboard.press('Space');
  await expect(page.getByText('Two dropped at place 1 of page 1.')).toBeAttached();
  await saved(page);
  expect(labelsOf(await formNow(owner, form))).toEqual(['Two', 'One', 'Three']);

  await fieldCard('One').focus();
  await page.keyboard.press('Delete');
  await expect(fieldCard('One')).toHaveCount(0);
  await expect(fieldCard('Three')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(fieldCard('One')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(fieldCard('One')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await fieldCard('One').focus();
  await page.keyboard.press('Control+d');
  await saved(page);
  await expect.poll(async () => labelsOf(await formNow(owner, form))).toEqual(['Two', 'One', 'One', 'Three']);
});

test('drags from the palette and between pages by mouse', async ({ page, api }) => {
  const { owner, form } = await openBuilder(page, api, {
    fields: [
      { id: 'a', name: 'a', label: 'First', type: 'text' },
      { id: 'b', name: 'b', label: 'Second', type: 'text' },
    ],
    layout: {
      pages: [
        { id: 'p1', blocks: [{ kind: 'field', field: 'a' }] },
        { id: 'p2', title: 'Later', blocks: [{ kind: 'field', field: 'b' }] },
      ],
    },
  });
  const drag = async (from: string, to: { x: number; y: number }) => {
    const handle = await page.getByRole('button', { name: from, exact: true }).boundingBox();
    if (!handle) throw new Error(`${from} is not there`);
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 20, handle.y + 30, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page.mouse.up();
  };
  const middleOf = async (name: string) => {
    const box = await canvas(page).getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not there`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await drag('Number', await middleOf('First (required)'));
  await expect(canvas(page).getByRole('button', { name: 'Number (required)' })).toBeVisible();
  await saved(page);
  expect(labelsOf(await formNow(owner, form))).toEqual(['Number', 'First', 'Second']);
  await drag('Drag First', await middleOf('Second (required)'));
  await saved(page);
  await expect
    .poll(async () =>
      (await formNow(owner, form)).layout.pages.map((one) =>
        Array.isArray(one.blocks) ? one.blocks.length : 0,
      ),
    )
    .toEqual([1, 2]);
});

test('invalid changes are listed, stored in the browser, and restored after a reload', async ({
  page,
  api,
}) => {
  const { owner, form } = await openBuilder(page, api, {
    fields: [{ id: 'a', name: 'a', label: 'First', type: 'text' }],
  });
  await canvas(page).getByRole('button', { name: 'First (required)' }).click();
  await properties(page).getByLabel('Label').fill('');
  const toMend = page.getByRole('button', { name: 'Not saved: 1 problem to fix' });
  await expect(toMend).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const [state, preview] = await Promise.all(
    [page.getByText('Not saved'), page.getByRole('button', { name: 'Preview' })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect((state?.x ?? 0) + (state?.width ?? 0), 'the state stands beside the buttons').toBeLessThan(
    preview?.x ?? 0,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await toMend.click();
  await page.getByRole('menuitem', { name: 'Please enter Label' }).click();
  await expect(properties(page).getByLabel('Label')).toBeFocused();
  expect(labelsOf(await formNow(owner, form))).toEqual(['First']);
  await page.keyboard.type('Mended');
  await saved(page);
  expect(labelsOf(await formNow(owner, form))).toEqual(['Mended']);
});

test.describe('without a network', () => {
  // The page for when the server is away is fetched some seconds after the first one.
  test.use({
    recordsRequests: true,
    expectedProblems: [/Failed to load resource|network|when fetching the script/i],
  });

  test('keeps editing offline, shows it, and saves when the network is back', async ({
    page,
    api,
    context,
  }) => {
    const { owner, form } = await openBuilder(page, api);
    await goOffline(page);
    await palette(page).getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.type('Under way');
    await expect(page.getByText('Offline, kept here')).toBeVisible();
    await context.setOffline(false);
    await saved(page);
    expect(labelsOf(await formNow(owner, form))).toEqual(['Under way']);
  });
});

/** Leaves something in the draft that can't be saved, so that others save first. */
async function delaySaving(page: Page): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill('');
  await expect(page.getByRole('button', { name: /1 problem to fix/ })).toBeVisible();
}

test('shows other editors, and merges their changes without a question', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const { hub, space, member, other } = await createEditorAndPlace(api);
  const form = await createForm(member, { hub, space }, { title: 'Camp' });
  const path = `/${hub.domain_handle}/${space.slug}/forms/${form.id}`;
  await signIn(page, member);
  await openPage(page, path);
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await context.newPage();
  await signIn(theirs, other);
  await openPage(theirs, path);
  await expect(page.getByText(/is editing too/)).toBeVisible();
  await expect(theirs.getByText(/is editing too/)).toBeVisible();
  // On a phone the name is only read out.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/is editing too/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Nothing is unsaved here: what they save is here at once.
  await theirs.getByLabel('Title', { exact: true }).fill('Summer camp');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Summer camp');

  // Something is: it is merged.
  await delaySaving(page);
  await canvas(theirs).getByRole('button', { name: /^Name/ }).click();
  await properties(theirs).getByLabel('Label', { exact: true }).fill('Full name');
  await saved(theirs);
  await expect(page.getByText(/saved changes meanwhile to “Full name”/)).toBeVisible();
  await expect(canvas(page).getByRole('button', { name: /^Full name/ })).toBeVisible();
  await context.close();
});

/** A form that another tab changed while something in this one could not be saved. */
async function openConflict(page: Page, api: Client) {
  const opened = await openBuilder(page, api);
  const other = await page.context().newPage();
  await openPage(other, opened.path);
  await delaySaving(page);
  await other.getByLabel('Title', { exact: true }).fill('Theirs');
  await saved(other);
  await expect(page.getByText(/changed this form/)).toBeVisible();
  return { ...opened, other };
}

/** Ends a tab as a crash does. */
async function kill(page: Page): Promise<void> {
  const killed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await killed;
}

test.describe('after a crash', () => {
  // What the tab was just loading fails with it.
  test.use({ expectedProblems: [/Failed to load resource: net::ERR_FAILED/] });

  test('two tabs never overwrite each other without asking, also after one was killed and the other saved', async ({
    page,
    api,
    context,
  }) => {
    const { owner, form, path, other } = await openConflict(page, api);
    await page.getByLabel('Title', { exact: true }).fill('Mine');

    const third = await context.newPage();
    await openPage(third, path);
    await expect(third.getByLabel('Title', { exact: true })).toHaveValue('Theirs');
    await expect(third.getByText(/changed this form|never saved/)).toBeHidden();
    await third.close();
    await other.getByLabel('Title', { exact: true }).fill('Theirs again');
    await saved(other);

    await kill(page);
    const again = await context.newPage();
    await openPage(again, path);
    await expect(again.getByText(/changed this form/)).toBeVisible();
    await expect(again.getByLabel('Title', { exact: true })).toHaveValue('Mine');
    await again.reload();
    await expect(again.getByText(/changed this form/)).toBeVisible();
    await expectAccessible(again);
    expect((await formNow(owner, form)).title).toBe('Theirs again');
    await again.getByRole('button', { name: 'Keep mine' }).press('Enter');
    await expect(again.getByRole('main')).toBeFocused();
    await saved(again);
    expect((await formNow(owner, form)).title).toBe('Mine');
    await again.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await formNow(owner, form)).title).toBe('Theirs again');
    await expect.poll(() => again.evaluate(() => localStorage.getItem('draft-keys'))).toBe('[]');
  });
});

test('previews a form without storing anything', async ({ page, api }) => {
  const { owner, form } = await openBuilder(page, api, {
    fields: [
      { id: 'a', name: 'a', label: 'Your name', type: 'text' },
      { id: 'b', name: 'b', label: 'Age', type: 'number', visible_if: { field: 'a', op: 'is_not_empty' } },
    ],
    layout: {
      pages: [
        { id: 'p1', blocks: [{ kind: 'field', field: 'a' }] },
        { id: 'p2', blocks: [{ kind: 'field', field: 'b' }] },
      ],
    },
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Phone' }).click();
  await dialog.getByLabel('Your name').fill('Bo');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('link', { name: 'Please enter Age' })).toBeVisible();
  await dialog.getByLabel('Age').fill('12');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('This answer would be accepted. Nothing was stored.')).toBeVisible();
  await expectAccessible(page);
  expect((await formNow(owner, form)).counts.submissions).toBe(0);
});

const HOSTILE = '<img src=x onerror=alert(1)> {name} '.repeat(12).slice(0, 255);

test('is accessible on wide screens and phones @phone', async ({ page, api, isMobile: _ }) => {
  test.slow();
  await openBuilder(page, api, {
    title: HOSTILE,
    fields: [
      { id: 'a', name: 'a', label: HOSTILE, type: 'text', help: HOSTILE },
      {
        id: 'b',
        name: 'b',
        label: 'Colour',
        type: 'select',
        options: [
          { id: 'r', label: HOSTILE },
          { id: 'g', label: 'Green' },
        ],
      },
      {
        id: 'g',
        name: 'g',
        label: 'People',
        type: 'form',
        multiple: true,
        fields: [{ id: 'i', name: 'i', label: 'Name', type: 'text' }],
      },
    ],
  });
  await expect(page.getByText('<img src=x').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  if ((page.viewportSize()?.width ?? 0) > 1000) return;
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Number' }).click();
  await expect(sheet.getByLabel('Label')).toBeFocused();
  await page.keyboard.type('Age');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await saved(page);
});

test('redirects those who may only fill a form, without a builder', async ({ page, api }) => {
  const { owner, form, path, hub } = await openBuilder(page, api, {
    title: 'Camp',
    description: 'In August.',
    visibility: 'public',
    fields: [{ id: 'a', name: 'a', label: 'Name', type: 'text' }],
  });
  expectData(await owner.client.post(`forms/${form.id}/publish/`));
  const other = await createPlace(api);
  await signIn(page, other.owner);
  await openPage(page, path);
  await expect(page.getByRole('heading', { name: 'Camp' })).toBeVisible();
  await expect(page.getByText('In August.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fill in' })).toHaveAttribute('href', `/f/${form.slug}`);
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  expect(hub.domain_handle).not.toBe(other.hub.domain_handle);
});

test('undoes one deletion, moves a field into a group, and links rule sentences to their fields', async ({
  page,
  api,
}) => {
  test.slow();
  const text = (id: string, label: string) =>
    ({ id, name: id, label, type: 'text', required: false }) as const;
  const { owner, form } = await openBuilder(page, api, {
    fields: [
      text('one', 'One'),
      { ...text('two', 'Two'), visible_if: { field: 'one', op: 'is_not_empty' } },
      {
        id: 'crew',
        name: 'crew',
        label: 'Crew',
        type: 'form',
        required: false,
        fields: [text('who', 'Who')],
      },
      text('three', 'Three'),
    ],
  });
  const fieldCard = (label: string) =>
    canvas(page).getByRole('button', { name: `${label} Optional`, exact: true });
  const act = async (label: string, name: string) => {
    await canvas(page)
      .getByRole('button', { name: `More of ${label}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  // What was done after a deletion stays when that is taken back.
  await act('Three', 'Delete');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await fieldCard('One').click();
  await properties(page).getByLabel('Label').fill('First');
  await undo.click();
  await expect(fieldCard('Three')).toBeVisible();
  await expect(fieldCard('First')).toBeVisible();
  await saved(page);
  await expect
    .poll(async () => labelsOf(await formNow(owner, form)))
    .toEqual(['First', 'Two', 'Crew', 'Three']);

  await act('Three', 'Move to…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where to').selectOption('Crew');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await saved(page);
  await expect.poll(async () => labelsOf(await formNow(owner, form))).toEqual(['First', 'Two', 'Crew']);

  await canvas(page)
    .getByRole('button', { name: /Shown if/ })
    .click();
  await page.waitForURL(/tab=logic/);
  // The address changes before the screen: the properties of a field have a button of the same name.
  await expect(page.getByText('When fields and pages are shown')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await expect(page.getByLabel('What is it about?')).toBeFocused();
  await page.getByLabel('What is it about?').selectOption({ label: 'First' });
  await page.getByRole('link', { name: 'Build', exact: true }).click();
  await expect(
    page
      .getByRole('banner')
      .getByText(/Unfinished rule/)
      .first(),
  ).toBeAttached();
  await page.getByRole('link', { name: 'Logic', exact: true }).click();
  await expect(page.getByLabel('What is it about?')).toHaveValue(/.+/);
  await page.reload();
  await expect(page.getByLabel('What is it about?')).toHaveValue(/.+/);
});
