import { readFile } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Job } from '#lib/contract/job.ts';
import type { Column, WireColumn } from '#lib/contract/table.ts';
import type { CheckImportRequest, ImportCheck } from '#lib/contract/table-import.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const QUEUED: Job = { id: 'j', state: 'queued', progress: null, done: 0, rejected: 0, errors_url: null };

const column = (name: string, more: Partial<Column> = {}): Column => ({
  id: `c_${name}`,
  name,
  label: name,
  type: 'text',
  required: false,
  revision: 1,
  ...more,
});

let api: FakeApi;
/** The job that the API returns until the test changes it. */
let job = QUEUED;
const NOTHING_FOUND: ImportCheck = { types: [], refused: [], partial: [], new_options: [] };
/** What the API says of the first lines, and what it was sent. */
let check = NOTHING_FOUND;
let checks: CheckImportRequest[] = [];
let isCheckBroken = false;
beforeAll(async () => {
  api = await startFakeApi({
    'POST items/t/import/': () => ({ status: 202, body: { data: QUEUED } }),
    'GET jobs/j/': () => ({ body: { data: job } }),
    'POST items/t/import/check/': ({ body }: { body: string }) => {
      checks.push(JSON.parse(body));
      if (isCheckBroken) return { status: 400, body: { code: 'failed', message: 'Broken.' } };
      return { body: { data: check } };
    },
  });
});
beforeEach(() => {
  api.requests.length = 0;
  job = QUEUED;
  check = NOTHING_FOUND;
  checks = [];
  isCheckBroken = false;
});
afterAll(() => api.stop());

const sent = () => api.requests.find(({ path }) => path === 'items/t/import/')?.body ?? '';
/** A field of the sent request. */
const part = (name: string) => new RegExp(`name="${name}"\\s+([^\\r\\n]*)`).exec(sent())?.[1];

const show = (dialog: ReactElement) =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <QueryProvider>{dialog}</QueryProvider>
      </Toaster>
    </NotificationProvider>,
  );

/** Opens the import dialog of a table and chooses a file. */
async function choose(csv: string, columns: (Column | WireColumn)[]) {
  const user = userEvent.setup();
  let done = 0;
  show(
    <ImportDialog
      itemId="t"
      columns={columns}
      onDone={() => {
        done += 1;
      }}
      onClose={() => {}}
    />,
  );
  await user.upload(screen.getByLabelText(/File/), new File([csv], 'rows.csv', { type: 'text/csv' }));
  await screen.findAllByRole('combobox', { name: /^Import into/ });
  const goesTo = (header: string) => screen.getByRole('combobox', { name: `Import into ${header}` });
  const submit = () => user.click(screen.getByRole('button', { name: 'Import' }));
  return { user, goesTo, submit, done: () => done };
}

it('refuses two columns of the file for one of the table until one of them is left out', async () => {
  const { user, goesTo, submit } = await choose('Town,City\nUlm,Bonn\n', [column('city', { label: 'City' })]);
  await user.selectOptions(goesTo('Town'), 'City');
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'More than one column of the file goes to “City”. Choose one of them.',
  );
  expect(sent()).toBe('');
  await user.selectOptions(goesTo('City'), 'Leave out');
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(JSON.parse(part('mapping') ?? '')).toEqual({ Town: 'c_city', City: '' });
});

it('refuses a file of which every column is left out', async () => {
  const { user, goesTo, submit } = await choose('City\nBonn\n', [column('city', { label: 'City' })]);
  await user.selectOptions(goesTo('City'), 'Leave out');
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('Every column is left out.');
  expect(sent()).toBe('');
});

it('numbers columns of the file with the same header, and sends each to where it goes', async () => {
  const { user, goesTo, submit } = await choose('City,City\nUlm,Bonn\n', [column('city', { label: 'City' })]);
  expect(goesTo('City')).toHaveDisplayValue('City');
  expect(goesTo('City (2)')).toHaveDisplayValue('New column');
  await user.selectOptions(goesTo('City'), 'Leave out');
  await user.selectOptions(goesTo('City (2)'), 'City');
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(JSON.parse(part('mapping') ?? '')).toEqual({ City: '', 'City (2)': 'c_city' });
  expect(part('new_columns')).toBe('false');
});

it('makes the columns of a new table of those of the file', async () => {
  const { goesTo, submit } = await choose('City,Rank\nUlm,1\n', [column('name', { label: 'Name' })]);
  for (const header of ['City', 'Rank']) expect(goesTo(header)).toHaveDisplayValue('New column');
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(part('new_columns')).toBe('true');
  expect(JSON.parse(part('mapping') ?? '')).toEqual({});
  expect(sent()).toContain('City,Rank\nUlm,1\n');
});

it('offers a new column for a header that is called like a property of every object', async () => {
  const { goesTo, submit } = await choose('constructor,__proto__\nBuilder,Base\n', [column('name')]);
  for (const header of ['constructor', '__proto__']) expect(goesTo(header)).toHaveDisplayValue('New column');
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(part('new_columns')).toBe('true');
  expect(JSON.parse(part('mapping') ?? '')).toEqual({});
});

it('shows how far the import is as its job says, and what came of it', async () => {
  const { submit, done } = await choose('City\nUlm\n', [column('name', { label: 'Name' })]);
  await submit();
  const bar = await screen.findByRole('progressbar', { name: 'Importing' });
  expect(bar).toHaveAttribute('aria-valuenow', '0');
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Waiting to begin…');
  job = { ...QUEUED, state: 'running', progress: 0.25, done: 1 };
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '25'));
  job = { ...QUEUED, state: 'running', progress: 0.75, done: 2, rejected: 1 };
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '75'));
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent(
    '75% of the lines read: 2 imported, 1 left out so far.',
  );
  expect(done()).toBe(0);
  expect(await screen.findByText(/\d rows a second/)).toBeInTheDocument();
  job = { ...QUEUED, state: 'ready', progress: 1, done: 3, rejected: 1, errors_url: '/errors.csv' };
  await waitFor(() => expect(bar).not.toBeInTheDocument());
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent(
    '3 lines imported, 1 left out.',
  );
  expect(screen.getByRole('link', { name: /Download the lines/ })).toHaveAttribute('href', '/errors.csv');
  expect(done()).toBe(1);
});

it('says why an import failed, and what it wrote before', async () => {
  const { submit, done } = await choose('City\nUlm\n', [column('name', { label: 'Name' })]);
  await submit();
  job = { ...QUEUED, state: 'failed', progress: 0.5, done: 7, reason: 'The table was deleted.' };
  expect(await screen.findByText('The table was deleted.')).toBeInTheDocument();
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('7 lines imported.');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(done()).toBe(1);
});

it('offers no column that is computed or holds files', async () => {
  const { goesTo } = await choose('City\nUlm\n', [
    column('twice', { label: 'Twice', type: 'number', formula: '1' }),
    column('plan', { label: 'Plan', type: 'file' }),
    column('name', { label: 'Name' }),
  ]);
  const offered = [...goesTo('City').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual(['New column', 'Leave out', 'Name']);
});

it('imports the chosen sheet of a workbook, with its own columns', async () => {
  const user = userEvent.setup();
  const columns = [column('Amount', { type: 'number' })];
  show(<ImportDialog itemId="t" columns={columns} onDone={() => {}} onClose={() => {}} />);
  const bytes = await readFile('tests/fixtures/files/budget.xlsx');
  await user.upload(screen.getByLabelText(/File/), new File([new Uint8Array(bytes)], 'budget.xlsx'));
  expect(await screen.findByRole('combobox', { name: 'Import into Quarter' })).toBeInTheDocument();
  expect(screen.getByText(/^2026-02-14/)).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Sheet/ }), 'Grants');
  expect(await screen.findByRole('combobox', { name: 'Import into Giver' })).toHaveValue('+');
  expect(screen.queryByRole('combobox', { name: 'Import into Quarter' })).not.toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Import into Amount' })).toHaveValue('c_Amount');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(part('sheet')).toBe('1'));
});

it('says of a damaged workbook that it can not be read', async () => {
  const user = userEvent.setup();
  show(<ImportDialog itemId="t" columns={[]} onDone={() => {}} onClose={() => {}} />);
  await user.upload(screen.getByLabelText(/File/), new File(['no workbook'], 'budget.xlsx'));
  expect(await screen.findByText(/This workbook can’t be read here/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
});

it('shows the columns of a file that was chosen elsewhere, without asking for one', async () => {
  const file = new File(['Item\tPrice\nLamp\t3'], 'cells.tsv');
  show(<ImportDialog itemId="t" columns={[]} chosen={file} onDone={() => {}} onClose={() => {}} />);
  expect(await screen.findByRole('combobox', { name: 'Import into Price' })).toBeInTheDocument();
  expect(screen.queryByLabelText(/File/)).toBeNull();
});

it('knows rows by several columns together', async () => {
  const { user, submit } = await choose('name,city,fee\nAda,Bonn,3\n', [
    column('name'),
    column('city'),
    column('fee'),
  ]);
  const match = () => screen.getByRole('combobox', { name: /^Match rows by/ });
  await user.selectOptions(match(), 'city');
  const next = screen.getAllByRole('combobox', { name: /^And by/ });
  expect(next).toHaveLength(1);
  // A column counts only in one place.
  expect(next[0]).not.toHaveTextContent('city');
  await user.selectOptions(screen.getByRole('combobox', { name: /^And by/ }), 'name');
  expect(screen.getAllByRole('combobox', { name: /^And by/ })).toHaveLength(2);
  await submit();
  await waitFor(() => expect(part('match_on')).toBe('["c_city","c_name"]'));
  expect(part('on_match')).toBe('update');
  expect(part('empty_cells')).toBe('leave');
});

it('begins again with the columns after one that was taken back', async () => {
  const { user, submit } = await choose('name,city\nAda,Bonn\n', [column('name'), column('city')]);
  await user.selectOptions(screen.getByRole('combobox', { name: /^Match rows by/ }), 'city');
  await user.selectOptions(screen.getByRole('combobox', { name: /^And by/ }), 'name');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Match rows by/ }), '');
  expect(screen.queryByRole('combobox', { name: /^And by/ })).toBeNull();
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(part('match_on')).toBeUndefined();
});

it('sends a file that only the server can read, shows its columns, and starts it from the chosen sheet', async () => {
  let job: Job = { ...QUEUED, paused: true };
  let started = '';
  Object.assign(api.responses, {
    'GET jobs/j/': () => ({ body: { data: job } }),
    'GET jobs/j/preview/': ({ query }: { query: string }) => ({
      body: {
        data: {
          sheets: ['Notes', 'Data'],
          lines: query.includes('sheet=1')
            ? [
                ['Title', 'N'],
                ['Lamp', '3'],
              ]
            : [['Remark'], ['None']],
        },
      },
    }),
    'POST jobs/j/start/': ({ body }: { body: string }) => {
      started = body;
      job = { ...QUEUED, state: 'ready', progress: 1, done: 1 };
      return { body: { data: QUEUED } };
    },
  });
  const user = userEvent.setup();
  const columns = [column('name', { label: 'Name' })];
  show(<ImportDialog itemId="t" columns={columns} onDone={() => {}} onClose={() => {}} />);
  const book = new File(['PK\u0003\u0004 … xl/chartsheets/sheet1.xml …'], 'book.xlsx');
  await user.upload(screen.getByLabelText(/File/), book);
  expect(await screen.findByRole('combobox', { name: 'Import into Remark' })).toBeInTheDocument();
  expect(part('paused')).toBe('true');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Sheet/ }), 'Data');
  const title = await screen.findByRole('combobox', { name: 'Import into Title' });
  await user.selectOptions(title, 'Name');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Import into N' }), 'Leave out');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 line imported.')).toBeInTheDocument();
  expect(JSON.parse(started)).toEqual({
    ...{ mapping: { Title: 'c_name', N: '' }, new_columns: false, on_match: 'add' },
    ...{ sheet: 1, has_header: true },
  });
  // The file itself was sent once.
  expect(api.paths().filter((path) => path === 'POST items/t/import/')).toHaveLength(1);
});

it('takes records, and cancels the import of a file in whose place another one is chosen', async () => {
  Object.assign(api.responses, {
    'GET jobs/j/preview/': { body: { data: { lines: [['name'], ['Lamp']] } } },
    'POST jobs/j/cancel/': { body: { data: null } },
  });
  const { user } = await choose('City\nUlm\n', [column('name', { label: 'Name' })]);
  expect(api.paths()).not.toContain('POST items/t/import/');
  await user.upload(screen.getByLabelText(/File/), new File(['{"name":"Lamp"}'], 'rows.record'));
  expect(await screen.findByRole('combobox', { name: 'Import into name' })).toHaveDisplayValue('Name');
  await user.upload(screen.getByLabelText(/File/), new File(['Town\nBonn\n'], 'towns.csv'));
  expect(await screen.findByRole('combobox', { name: 'Import into Town' })).toBeInTheDocument();
  await waitFor(() => expect(api.paths()).toContain('POST jobs/j/cancel/'));
});

it.each([
  [503, 1],
  [409, 0],
])('says that an upload could not be cancelled, unless it is over: %i', async (status, toasts) => {
  Object.assign(api.responses, {
    'GET jobs/j/preview/': { body: { data: { lines: [['name'], ['Lamp']] } } },
    'POST jobs/j/cancel/': { status, body: { code: 'refused', message: 'Refused.' } },
  });
  const { user } = await choose('City\nUlm\n', [column('name', { label: 'Name' })]);
  await user.upload(screen.getByLabelText(/File/), new File(['{"name":"Lamp"}'], 'rows.record'));
  await screen.findByRole('combobox', { name: 'Import into name' });
  await user.upload(screen.getByLabelText(/File/), new File(['Town\nBonn\n'], 'towns.csv'));
  expect(await screen.findByRole('combobox', { name: 'Import into Town' })).toBeInTheDocument();
  await waitFor(() => expect(api.paths()).toContain('POST jobs/j/cancel/'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryAllByText(/^The upload couldn’t be cancelled/)).toHaveLength(toasts);
});

it('says that the server reads a file, tries again where that failed, and drops the file when it is closed', async () => {
  let respond: (value: { status?: number; body: unknown }) => void = () => undefined;
  Object.assign(api.responses, {
    'GET jobs/j/preview/': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
    'POST jobs/j/cancel/': { body: { data: null } },
  });
  const user = userEvent.setup();
  let closed = 0;
  show(
    <ImportDialog
      itemId="t"
      columns={[]}
      onDone={() => {}}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  await user.upload(screen.getByLabelText(/File/), new File(['{"name":"Lamp"}'], 'rows.record'));
  expect(await screen.findByText('Reading the file…')).toBeInTheDocument();
  await waitFor(() => expect(api.paths()).toContain('GET jobs/j/preview/'));
  respond({ status: 400, body: { code: 'invalid', message: 'Broken.' } });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.queryByText('Broken.')).toBeNull();
  await waitFor(() => expect(api.paths().filter((path) => path === 'GET jobs/j/preview/')).toHaveLength(2));
  respond({ body: { data: { lines: [['name'], ['Lamp']] } } });
  expect(await screen.findByRole('combobox', { name: 'Import into name' })).toBeInTheDocument();
  // The file itself was sent once.
  expect(api.paths().filter((path) => path === 'POST items/t/import/')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(api.paths()).toContain('POST jobs/j/cancel/'));
  expect(closed).toBe(1);
});

it.each(['another file is chosen', 'the dialog is gone'] as const)(
  'the server is no longer waited for once %s',
  async (reason) => {
    Object.assign(api.responses, {
      'GET jobs/j/preview/': () => new Promise(() => undefined),
      'POST jobs/j/cancel/': { body: { data: null } },
    });
    const user = userEvent.setup();
    const { unmount } = show(<ImportDialog itemId="t" columns={[]} onDone={() => {}} onClose={() => {}} />);
    await user.upload(screen.getByLabelText(/File/), new File(['{"name":"Lamp"}'], 'rows.record'));
    const preview = () => api.requests.find(({ path }) => path === 'jobs/j/preview/');
    await waitFor(() => expect(preview()).toMatchObject({ aborted: false }));
    if (reason === 'the dialog is gone') unmount();
    else await user.upload(screen.getByLabelText(/File/), new File(['Town\nBonn\n'], 'towns.csv'));
    await waitFor(() => expect(preview()).toMatchObject({ aborted: true }));
  },
);

it('leaves a file that was sent before where its dialog is closed', async () => {
  Object.assign(api.responses, {
    'GET jobs/j/preview/': { body: { data: { lines: [['name'], ['Lamp']] } } },
  });
  const user = userEvent.setup();
  show(<ImportDialog itemId="t" columns={[]} prepared="j" onDone={() => {}} onClose={() => {}} />);
  expect(await screen.findByRole('combobox', { name: 'Import into name' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(api.paths()).not.toContain('POST jobs/j/cancel/');
});

const typeOf = (header: string) => screen.getByRole('combobox', { name: `Type ${header}` });

it('shows the type that the cells of a new column have, and sends another one that is chosen', async () => {
  check = { ...NOTHING_FOUND, types: ['text', 'number'] };
  const { user, goesTo, submit } = await choose('Zip,Rank\n01234,1\n', [column('name', { label: 'Name' })]);
  await waitFor(() => expect(typeOf('Rank')).toHaveDisplayValue('Number (detected)'));
  expect(typeOf('Zip')).toHaveDisplayValue('Text (detected)');
  // A dialog that is closed may still be sending what it looked at.
  expect(checks.find(({ lines }) => lines[0]?.[0] === 'Zip')).toEqual({
    ...{
      lines: [
        ['Zip', 'Rank'],
        ['01234', '1'],
      ],
      mapping: {},
      new_columns: true,
      on_match: 'add',
    },
  });
  await user.selectOptions(typeOf('Zip'), 'Number');
  await waitFor(() => expect(checks.at(-1)?.types).toEqual({ Zip: 'number' }));
  await user.selectOptions(typeOf('Rank'), 'One choice');
  await user.selectOptions(goesTo('Zip'), 'Leave out');
  expect(screen.queryByRole('combobox', { name: 'Type Zip' })).toBeNull();
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(JSON.parse(part('types') ?? '')).toEqual({ Rank: 'select' });
});

it('shows which of the first lines would be left out, and why, as they are chosen to be imported', async () => {
  const reason = 'Rank is not a valid number';
  check = { ...NOTHING_FOUND, types: ['text', 'text'] };
  const { user } = await choose('City,Rank\nUlm,1\nBonn,high\n', [column('name', { label: 'Name' })]);
  expect(await screen.findByText('All of the first 2 lines fit.')).toBeInTheDocument();
  check = { ...check, refused: [{ line: 2, reason }] };
  await user.selectOptions(typeOf('Rank'), 'Number');
  expect(await screen.findByText('1 of the first 2 lines would be left out:')).toBeInTheDocument();
  expect(screen.getByText(reason).closest('li')).toHaveTextContent(`Bonn · high${reason}`);
  expect(screen.getByText('1 of the first 2 would be left out')).toBeInTheDocument();
});

it('imports no file of which every line would be left out, and says why', async () => {
  const reason = 'Rank is not a valid number';
  check = { ...NOTHING_FOUND, types: ['text', 'text'] };
  const { user } = await choose('City,Rank\nUlm,low\nBonn,high\n', [column('name', { label: 'Name' })]);
  expect(await screen.findByText('All of the first 2 lines fit.')).toBeInTheDocument();
  const none = 'Every line of the file would be left out: there is nothing to import.';
  check = { ...check, refused: [1, 2].map((line) => ({ line, reason })) };
  await user.selectOptions(typeOf('Rank'), 'Number');
  expect(await screen.findByText(none)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  check = NOTHING_FOUND;
  await user.selectOptions(typeOf('Rank'), 'Text');
  expect(await screen.findByText('All of the first 2 lines fit.')).toBeInTheDocument();
  expect(screen.queryByText(none)).toBeNull();
  expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled();
});

it('imports a file whose first lines would be left out where it has others', async () => {
  const count = 1_000;
  const refused = Array.from({ length: count }, (_, at) => ({ line: at + 1, reason: 'No' }));
  check = { ...NOTHING_FOUND, refused };
  await choose(`City\n${'Ulm\n'.repeat(count)}`, [column('name', { label: 'Name' })]);
  expect(await screen.findByText('No', { exact: true, selector: 'li:first-child' })).toBeInTheDocument();
  expect(screen.getByText(/^All of the first \d+ would be left out: No$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled();
});

it('says that the first lines could not be checked, and checks them again', async () => {
  isCheckBroken = true;
  const { user } = await choose('City\nUlm\n', [column('name', { label: 'Name' })]);
  expect(
    await screen.findByText('Which lines would be left out could not be checked.', { exact: false }),
  ).toBeInTheDocument();
  isCheckBroken = false;
  await user.click(screen.getByText('Try again'));
  expect(await screen.findByText('The first line fits.')).toBeInTheDocument();
});

it('names five of the lines that would be left out, and counts the others', async () => {
  const refused = Array.from({ length: 7 }, (_, n) => ({ line: n + 1, reason: `Reason ${n + 1}` }));
  check = { ...NOTHING_FOUND, refused };
  await choose(`City\n${'Ulm\n'.repeat(7)}`, [column('name', { label: 'Name' })]);
  expect(await screen.findByText('Reason 5')).toBeInTheDocument();
  expect(screen.queryByText('Reason 6')).toBeNull();
  expect(screen.getByText('and 2 more')).toBeInTheDocument();
});

it('adds the choices that a column doesn’t have, unless their lines are to be left out', async () => {
  check = { ...NOTHING_FOUND, new_options: [{ column_id: 'c_state', count: 3, labels: ['Broken', 'Lost'] }] };
  const state = column('state', { label: 'State', type: 'select', options: [{ id: 'o', label: 'Open' }] });
  const { user, submit } = await choose('State\nBroken\n', [state]);
  const options = () => screen.getByRole('combobox', { name: /^Choices that a column/ });
  expect(options()).toHaveDisplayValue('are added to the column');
  expect(await screen.findByText('State: Broken, Lost, and 1 more')).toBeInTheDocument();
  expect(checks.at(-1)?.unknown_options).toBe('add');
  await user.selectOptions(options(), 'are left out with their lines');
  await submit();
  await waitFor(() => expect(part('unknown_options')).toBe('refuse'));
});

it('asks nothing of choices where no column has any', async () => {
  await choose('City\nUlm\n', [column('city', { label: 'City' })]);
  expect(screen.queryByRole('combobox', { name: /^Choices that a column/ })).toBeNull();
});

it('offers columns of links, whose cells name rows, and no computed ones', async () => {
  const link = { ...column('who', { label: 'Who' }), type: 'link' as const, table: 't', multiple: false };
  const count = { ...column('n', { label: 'N' }), type: 'rollup' as const, via: 'c_who' };
  const { goesTo, submit } = await choose('Who,N\nAda,1\n', [link, count]);
  expect(goesTo('Who')).toHaveDisplayValue('Who');
  expect(within(goesTo('N')).queryByRole('option', { name: 'N' })).toBeNull();
  await submit();
  await waitFor(() => expect(JSON.parse(part('mapping') ?? '{}').Who).toBe('c_who'));
});

it('takes a first line of numbers for data, and puts columns where their places are', async () => {
  const columns = [column('n', { label: 'N', type: 'number' }), column('city', { label: 'City' })];
  const { goesTo, submit } = await choose('7,1999-01-02\n8,2000-01-02\n', columns);
  const isData = () => screen.getByRole('checkbox', { name: /^The first line is data/ });
  expect(isData()).toBeChecked();
  expect(screen.getByText(/^It looks like data/)).toBeInTheDocument();
  expect(goesTo('Column 1')).toHaveDisplayValue('N');
  expect(goesTo('Column 2')).toHaveDisplayValue('City');
  const first = [
    ['7', '1999-01-02'],
    ['8', '2000-01-02'],
  ];
  await waitFor(() => expect(checks.at(-1)?.lines).toEqual([['Column 1', 'Column 2'], ...first]));
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect(part('has_header')).toBe('false');
  expect(JSON.parse(part('mapping') ?? '')).toEqual({ 'Column 1': 'c_n', 'Column 2': 'c_city' });
});

it('reads a file again in the encoding and by the delimiter that are chosen', async () => {
  const { user, goesTo, submit } = await choose('Größe|City;N\nlang|Bonn;1\n', [
    column('city', { label: 'City' }),
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cells are separated by' }), 'vertical bars');
  await waitFor(() => expect(goesTo('City;N')).toBeInTheDocument());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Encoding of the text' }), 'Windows-1252');
  await waitFor(() => expect(goesTo('GrÃ¶ÃŸe')).toBeInTheDocument());
  const isData = screen.getByRole('checkbox', { name: /^The first line is data/ });
  expect(isData).not.toBeChecked();
  await user.click(isData);
  await waitFor(() => expect(goesTo('Column 2')).toBeInTheDocument());
  await submit();
  await waitFor(() => expect(sent()).not.toBe(''));
  expect([part('encoding'), part('delimiter'), part('has_header')]).toEqual([
    'windows-1252',
    'pipe',
    'false',
  ]);
});

it('begins with the first sheet with rows that is not hidden, and marks those that are', async () => {
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', hidden: true, rows: [['Remark'], ['None']] },
      { name: 'Empty', rows: [] },
      { name: 'Data', rows: [['City'], ['Ulm']] },
    ],
  });
  const user = userEvent.setup();
  const columns = [column('city', { label: 'City' })];
  show(<ImportDialog itemId="t" columns={columns} onDone={() => {}} onClose={() => {}} />);
  await user.upload(screen.getByLabelText(/File/), new File([new Uint8Array(bytes)], 'book.xlsx'));
  expect(await screen.findByRole('combobox', { name: 'Import into City' })).toHaveDisplayValue('City');
  const sheet = screen.getByRole('combobox', { name: /^Sheet/ });
  expect(sheet).toHaveDisplayValue('Data');
  expect(within(sheet).getByRole('option', { name: 'Notes (hidden)' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(part('sheet')).toBe('2'));
});

it('refuses a file of vCards in a contact list, and says where it is imported', async () => {
  const user = userEvent.setup({ applyAccept: false });
  show(<ImportDialog itemId="t" columns={[]} isContacts onDone={() => {}} onClose={() => {}} />);
  const cards = 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n';
  await user.upload(screen.getByLabelText(/File/), new File([cards], 'people.vcf'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose “Import vCards” for it instead.');
  expect(screen.queryByRole('combobox', { name: /^Import into/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
});

it('refuses a file of vCards that was sent before', async () => {
  Object.assign(api.responses, {
    'GET jobs/j/preview/': { body: { data: { lines: [['BEGIN:VCARD'], ['FN:Ada Lovelace']] } } },
  });
  show(<ImportDialog itemId="t" columns={[]} isContacts prepared="j" onDone={() => {}} onClose={() => {}} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This is a file of vCards.');
  expect(screen.queryByRole('combobox', { name: /^Import into/ })).toBeNull();
});
