import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { ColumnType } from '#lib/fields/column-base.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn } from '#tests/component/table.ts';
import { ColumnDialog } from './ColumnDialog.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  api.responses = {
    'POST items/t/columns/': ({ body }) => ({ status: 201, body: { data: JSON.parse(body) } }),
    'PATCH items/t/columns/c_own/': ({ body }) => ({ body: { data: JSON.parse(body) } }),
  };
});
afterAll(() => api.stop());

function show(column: WireColumn | null) {
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <QueryProvider>
        <InputFormatContext value={{ locale: 'de', timeZone: 'Europe/Berlin' }}>
          <ColumnDialog
            itemId="t"
            column={column}
            slug="harbour"
            hasRows={false}
            onSaved={() => {}}
            onClose={() => {}}
          />
        </InputFormatContext>
      </QueryProvider>
    </ShellProvider>,
  );
  return userEvent.setup();
}
const sent = () =>
  JSON.parse(api.requests.find(({ method }) => ['POST', 'PATCH'].includes(method))?.body ?? 'null');

it.each([
  ['number', '1.234,5', 1234.5],
  ['currency', '12,50', 12.5],
  ['duration', '1:30', 5400],
  ['text', 'As agreed', 'As agreed'],
] as const)(
  'takes a default of a column of type %s as it is written in the hub',
  async (type, typed, value) => {
    const user = show(buildColumn(type, 'own'));
    await user.type(await screen.findByRole('textbox', { name: /Default value/ }), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toMatchObject({ default: value }));
  },
);

it.each([
  ['date', 'New rows have the day they are added', 'now'],
  ['datetime', 'New rows have the time they are added', 'now'],
  ['person', 'New rows have the person who adds them', 'creator'],
] as const)(
  'gives new rows of a column of type %s what follows from their creation',
  async (type, label, from) => {
    const user = show({ ...buildColumn(type, 'own'), ...(type === 'date' ? { default: '2026-01-01' } : {}) });
    await user.click(screen.getByRole('checkbox', { name: label }));
    expect(screen.queryByText('Default value')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toMatchObject({ default_from: from }));
    expect(sent().default ?? null).toBeNull();
  },
);

it.each(['auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const)(
  'adds a column of type %s by its label alone',
  async (type) => {
    const user = show(null);
    await user.type(await screen.findByRole('textbox', { name: /Label/ }), 'Own');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toEqual({ label: 'Own', type }));
  },
);

const chooseUnique = (user: UserEvent) =>
  user.click(screen.getByRole('checkbox', { name: 'No two rows have the same value' }));

it.each<[ColumnType, (user: UserEvent) => Promise<void>, object]>([
  [
    'person',
    (user) => user.click(screen.getByRole('checkbox', { name: 'Several values' })),
    { required: false, multiple: true },
  ],
  [
    'rating',
    async (user) => {
      await user.clear(screen.getByRole('textbox', { name: /Highest rating/ }));
      await user.type(screen.getByRole('textbox', { name: /Highest rating/ }), '7');
    },
    { required: false, max: 7 },
  ],
  ['currency', chooseUnique, { required: false, unique: true }],
  [
    'currency',
    (user) => user.selectOptions(screen.getByRole('combobox', { name: /^Currency/ }), 'EUR'),
    { required: false, currency: 'EUR' },
  ],
  ['percent', chooseUnique, { required: false, unique: true }],
  ['duration', chooseUnique, { required: false, unique: true }],
  ['attachment', async () => undefined, { required: false }],
  [
    'formula',
    (user) => user.type(screen.getByRole('textbox', { name: /^Formula/ }), '{{own} * 2'),
    { formula: '{own} * 2' },
  ],
])('adds a column of type %s with its description, and with what the type has', async (type, act, parts) => {
  const user = show(null);
  await user.type(await screen.findByRole('textbox', { name: /Label/ }), 'Own');
  await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'Of its own');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type);
  await act(user);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toEqual({ label: 'Own', help: 'Of its own', type, ...parts }));
});

it('takes the description and the currency out of a column, which has the hub’s then', async () => {
  const user = show({
    ...buildColumn('currency', 'own'),
    currency: 'EUR',
    help: 'Without tax',
    unique: true,
  });
  await user.clear(screen.getByRole('textbox', { name: /^Description/ }));
  await user.selectOptions(screen.getByRole('combobox', { name: /^Currency/ }), 'The hub’s currency');
  await user.click(screen.getByRole('checkbox', { name: 'No two rows have the same value' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toMatchObject({ help: null, currency: null, unique: false }));
});

it('takes the default out that follows from how rows are added', async () => {
  const user = show({ ...buildColumn('date', 'own'), default_from: 'now' });
  await user.click(screen.getByRole('checkbox', { name: 'New rows have the day they are added' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toMatchObject({ default_from: null }));
});

it('links to a table of another space, which is found by its title', async () => {
  const table = (id: string, title: string, allowed: string[] = ['item.change']) => ({
    item: { ...buildItem({ id, kind: 'table', title }), allowed, file_name: null },
    space: { id: 's', slug: 'yard', name: 'Yard' },
    match: { where: 'title' },
    title: `<mark>${title}</mark>`,
    snippet: '',
  });
  api.responses['GET spaces/harbour/items/'] = ({ query }) => ({
    body: { data: query.includes('kind=table') ? [{ id: 'near', title: 'Boats', file_name: null }] : [] },
  });
  api.responses['GET search/'] = ({ query }) => ({
    body: {
      data: query.includes('kind=table')
        ? [table('far', 'Boat parts'), table('read', 'Boat rules', ['item.read'])]
        : [],
      count: 0,
    },
  });
  const user = show(null);
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'Parts');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'link');
  await user.type(screen.getByRole('combobox', { name: /Table/ }), 'boat');
  const options = await screen.findAllByRole('option', { name: /^Boat/ });
  await waitFor(() =>
    expect(screen.getAllByRole('option', { name: /^Boat/ }).map(({ textContent }) => textContent)).toEqual([
      'Boats',
      'Boat partsYard',
    ]),
  );
  expect(options.length).toBeGreaterThan(0);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByRole('combobox', { name: /Table/ })).toHaveValue('Boat parts');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toMatchObject({ type: 'link', table: 'far' }));
});

it('names the table of a link that is in another space, which is not changed', async () => {
  api.responses['GET spaces/harbour/items/'] = { body: { data: [] } };
  api.responses['GET items/far/'] = { body: { data: buildItem({ id: 'far', title: 'Boat parts' }) } };
  show({ ...buildColumn('link', 'own'), table: 'far' });
  const field = screen.getByRole('combobox', { name: /Table/ });
  await waitFor(() => expect(field).toHaveValue('Boat parts'));
  expect(field).toBeDisabled();
  expect(within(field.closest('form') ?? document.body).queryByRole('listbox')).toBeNull();
});

it('adds and removes the fields of a group by keys alone, each of which has the focus next', async () => {
  const user = userEvent.setup();
  show({ ...buildColumn('form', 'address'), id: 'c_own', fields: [] });
  const labels = () =>
    within(screen.getByRole('group', { name: /^Fields/ })).queryAllByRole('textbox', { name: /^Label/ });
  const add = screen.getByRole('button', { name: 'Add a field' });
  add.focus();
  await user.keyboard('{Enter}Street');
  expect(labels()[0]).toHaveValue('Street');
  add.focus();
  await user.keyboard('{Enter}City');
  expect(labels().at(-1)).toHaveValue('City');
  const removeButton = (name: string) => screen.getByRole('button', { name: new RegExp(`Remove.*${name}`) });
  removeButton('City').focus();
  await user.keyboard('{Enter}');
  expect(labels()).toHaveLength(1);
  expect(labels()[0]).toHaveFocus();
  removeButton('Street').focus();
  await user.keyboard('{Enter}');
  expect(add).toHaveFocus();
});
