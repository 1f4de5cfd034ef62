import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { COLUMN_TYPES } from '#lib/fields/column-base.ts';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { ROOT } from '#tests/architecture/sources.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn } from '#tests/component/table.ts';
import { ColumnDialog } from './ColumnDialog.tsx';

/** The field types in the contract, in its order. */
const contract = readFileSync(join(ROOT, 'docs', 'contract.md'), 'utf8');
const PUBLISHED = /^types: `([^`]+)`\.$/m.exec(contract)?.[1]?.split(', ') ?? [];

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'POST items/t/columns/': ({ body }) => ({ status: 201, body: { data: JSON.parse(body) } }),
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const LINK = { ...buildColumn('link', 'orders'), table: 'o' };
const show = (column: WireColumn | null = null) =>
  renderWithMessages(
    <QueryProvider>
      <ColumnDialog
        itemId="t"
        column={column}
        columns={[LINK]}
        hasRows={false}
        onSaved={() => {}}
        onClose={() => {}}
      />
    </QueryProvider>,
  );
const sent = () => JSON.parse(api.requests.find(({ body }) => body !== '')?.body ?? 'null');

it('offers every type of the contract for a column, each by a name of its own', () => {
  show();
  const type = screen.getByRole('combobox', { name: 'Type' });
  const offered = within(type).getAllByRole<HTMLOptionElement>('option');
  expect(PUBLISHED).toHaveLength(15);
  expect(offered.map(({ value }) => value)).toEqual(COLUMN_TYPES);
  expect(COLUMN_TYPES.slice(0, PUBLISHED.length)).toEqual(PUBLISHED);
  expect(new Set(offered.map(({ text }) => text)).size).toBe(COLUMN_TYPES.length);
});

it.each(FIELD_TYPES)('adds a column of type %s, which no row must fill in', async (type) => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'City');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type);
  const required = screen.getByRole('checkbox', { name: 'Every row must have a value here' });
  expect(required).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toMatchObject({ label: 'City', type, required: false }));
});

it('moves the focus to the first field that was refused', async () => {
  const user = userEvent.setup();
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  const fields = { via: ['Please enter Link column'] };
  api.responses = {
    'POST items/t/columns/': { status: 422, body: { code: 'invalid', message: 'Refused', fields } },
  };
  show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'lookup');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Link column' })).toHaveFocus());
  expect(screen.getByText('Please enter Link column')).toBeVisible();
});

it('adds a column that is required where that is wanted', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'City');
  await user.click(screen.getByRole('checkbox', { name: 'Every row must have a value here' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toMatchObject({ label: 'City', type: 'text', required: true }));
});

/** The columns of the linked table that a lookup or rollup in the shown dialog is offered; one of them is `text`. */
async function offered(type: string): Promise<string[]> {
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Link column' }), 'c_orders');
  await screen.findByRole('option', { name: 'text' });
  const of = screen.getByRole('combobox', { name: /Column of the linked table/ });
  const options = within(of).getAllByRole<HTMLOptionElement>('option');
  return options.flatMap(({ value, text }) => (value === '' ? [] : [text]));
}

it('offers links and files of the linked table to lookups, and neither to rollups', async () => {
  const types = ['text', 'link', 'attachment', 'file', 'lookup', 'rollup', 'form'] as const;
  api.responses['GET items/o/columns/'] = { body: { data: types.map((type) => buildColumn(type, type)) } };
  show();
  expect(await offered('lookup')).toEqual(['text', 'link', 'attachment', 'file']);
  expect(await offered('rollup')).toEqual(['text']);
});

it('offers what the linked table looks up itself, as far as the reader may see it', async () => {
  const looked = (label: string, more: object): WireColumn => ({ ...buildColumn('lookup', label), ...more });
  const data = [
    buildColumn('text', 'text'),
    looked('country', { shown_as: { type: 'text' } }),
    looked('papers', { shown_as: { type: 'attachment', multiple: true } }),
    looked('hidden', { restricted: true }),
    looked('total', { type: 'rollup', function: 'sum', shown_as: { type: 'currency' } }),
    looked('orders', { type: 'rollup', function: 'count' }),
    looked('secret', { type: 'rollup', function: 'count', restricted: true }),
  ];
  api.responses['GET items/o/columns/'] = { body: { data } };
  show();
  expect(await offered('lookup')).toEqual(['text', 'country', 'papers', 'total', 'orders']);
  expect(await offered('rollup')).toEqual(['text', 'country', 'total', 'orders']);
});

it('adds a rollup over a link: of a column there, by a function', async () => {
  const user = userEvent.setup();
  api.responses['GET items/o/columns/'] = { body: { data: [buildColumn('number', 'amount')] } };
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'Total');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'rollup');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Link column' }), 'c_orders');
  await screen.findByRole('option', { name: 'amount' });
  await user.selectOptions(screen.getByRole('combobox', { name: /Column of the linked table/ }), 'c_amount');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Computes' }), 'max');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const posted = () => JSON.parse(api.requests.find(({ method }) => method === 'POST')?.body ?? 'null');
  await waitFor(() =>
    expect(posted()).toEqual({
      label: 'Total',
      type: 'rollup',
      via: 'c_orders',
      of: 'c_amount',
      function: 'max',
    }),
  );
});

/** jsdom's files have no `text()`. */
const readText = (file: Blob | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file ?? new Blob());
  });

it('shows how many rows a preview counted, also where all of their values fit', async () => {
  const user = userEvent.setup();
  const path = 'PATCH items/t/columns/c_size/';
  api.responses[path] = ({ query }) => ({
    body: {
      data: query.includes('preview')
        ? { rows: 1_000_000, checked: 300_000, converted: 299_000, kept: 0, values: [] }
        : buildColumn('number', 'size'),
    },
  });
  show(buildColumn('text', 'size'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'number');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/first 300,000 of 1,000,000 rows/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change anyway' }));
  await waitFor(() => expect(api.paths()).toEqual([path, path]));
});

it('shows the values that another type does not accept before it is changed', async () => {
  const user = userEvent.setup();
  const path = 'PATCH items/t/columns/c_size/';
  api.responses[path] = ({ query }) => ({
    body: {
      data: query.includes('preview')
        ? {
            rows: 5,
            checked: 5,
            converted: 3,
            kept: 1,
            values: [
              { row_id: 'r', row_title: 'Crate', value: 'large', problem: 'size is not a valid number' },
            ],
          }
        : buildColumn('number', 'size'),
    },
  });
  show(buildColumn('text', 'size'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'number');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/size is not a valid number/)).toHaveTextContent(
    'Crate: large (size is not a valid number)',
  );
  await user.click(screen.getByRole('button', { name: 'Change anyway' }));
  await waitFor(() => expect(api.paths()).toEqual([path, path]));
});

const STATE: WireColumn = {
  ...buildColumn('select', 'state'),
  options: [
    { id: 'o_open', label: 'Open' },
    { id: 'o_done', label: 'Done' },
  ],
};
const STARS: WireColumn = { ...buildColumn('rating', 'stars'), max: 5 };

it.each([
  {
    name: 'an option is removed',
    column: STATE,
    act: (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Remove Done' })),
  },
  {
    name: 'the greatest rating is less',
    column: STARS,
    act: (user: UserEvent) =>
      user.type(screen.getByRole('textbox', { name: /Highest rating/ }), '{Backspace}3'),
  },
])('shows the values that do not fit any more before $name', async ({ column, act }) => {
  const user = userEvent.setup();
  const path = `PATCH items/t/columns/${column.id}/`;
  const values = [{ row_id: 'r', row_title: 'Crate', value: 'Done', problem: 'is none of them' }];
  api.responses[path] = ({ query }) => ({
    body: {
      data: query.includes('preview') ? { rows: 5, checked: 5, converted: 4, kept: 1, values } : column,
    },
  });
  show(column);
  await act(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/is none of them/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change anyway' }));
  await waitFor(() => expect(api.paths()).toEqual([path, path]));
});

it('asks for no preview where options are added, renamed and moved', async () => {
  const user = userEvent.setup();
  api.responses['PATCH items/t/columns/c_state/'] = { body: { data: STATE } };
  show(STATE);
  await user.type(screen.getByRole('textbox', { name: 'Option 1' }), ' again{Enter}Late');
  await user.click(screen.getByRole('button', { name: 'Move Done up' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()?.options).toHaveLength(3));
  expect(api.requests.map(({ query }) => query)).toEqual(['']);
});

it('saves all the values that do not fit as a file, where there are more than are shown', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  const before = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:values';
  };
  URL.revokeObjectURL = () => undefined;
  onTestFinished(() => {
    URL.createObjectURL = before.create;
    URL.revokeObjectURL = before.revoke;
  });
  const values = Array.from({ length: 30 }, (_, n) => ({
    row_id: `r${n}`,
    row_title: n === 29 ? 'Crate 29' : '',
    value: n === 29 ? '=1+1' : 'large',
    problem: 'size is not a valid number',
  }));
  api.responses['PATCH items/t/columns/c_size/'] = {
    body: { data: { rows: 30, checked: 30, converted: 0, kept: 30, values } },
  };
  show(buildColumn('text', 'size'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'number');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByText('Download 30 values as CSV'));
  const lines = (await readText(files[0])).trim().split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines.at(-1)).toBe("Crate 29,'=1+1,size is not a valid number");
});

it('shows the functions of formulas with examples, and what columns there are', async () => {
  const user = userEvent.setup();
  show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'formula');
  await user.click(screen.getByText('Functions, with examples'));
  expect(screen.getByText('Columns: {orders}')).toBeVisible();
  const help = screen.getByRole('group', { name: 'Functions, with examples' });
  expect(within(help).getByText('switch(value, case, result, …, otherwise)')).toBeVisible();
  expect(help).toHaveTextContent('date_diff("2024-01-31", "2024-05-06", "months") → 3');
});

it('edits the options of a choice by keyboard: their order, colours, and which new rows have', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'State');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'select');
  await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Open{Enter}Done{Enter}Late');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Colour of Done' }), 'green');
  await user.click(screen.getByRole('button', { name: 'Move Done up' }));
  await user.click(screen.getByRole('button', { name: 'New rows have Open' }));
  await user.click(screen.getByRole('button', { name: 'New rows have Late' }));
  expect(screen.getByRole('button', { name: 'New rows have Open' })).toHaveAttribute('aria-pressed', 'false');
  await user.click(screen.getByRole('button', { name: 'Remove Open' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()?.options).toHaveLength(2));
  const [done, late] = sent().options;
  expect([done.label, late.label]).toEqual(['Done', 'Late']);
  expect(sent()).toMatchObject({ option_colors: { [done.id]: 'green' }, default: late.id });
});

it('keeps the ids of options that are renamed, and shows the problem of one beside it', async () => {
  const user = userEvent.setup();
  const column = {
    ...buildColumn('multi-select', 'state'),
    options: [
      { id: 'o_open', label: 'Open' },
      { id: 'o_done', label: 'Done' },
    ],
    option_colors: { o_done: 'blue' as const },
    default: ['o_open', 'o_done'],
  };
  api.responses['PATCH items/t/columns/c_state/'] = {
    status: 422,
    body: {
      message: 'Invalid',
      code: 'invalid',
      fields: { 'options[1].label': ['Label must be shorter'] },
    },
  };
  show(column);
  const first = screen.getByRole('textbox', { name: 'Option 1' });
  await user.clear(first);
  await user.type(first, 'Waiting');
  await user.click(screen.getByRole('button', { name: 'New rows have Done' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Label must be shorter')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Option 2' })).toHaveAttribute('aria-invalid', 'true');
  expect(sent()).toMatchObject({
    options: [
      { id: 'o_open', label: 'Waiting' },
      { id: 'o_done', label: 'Done' },
    ],
    option_colors: { o_done: 'blue' },
    default: ['o_open'],
  });
});
