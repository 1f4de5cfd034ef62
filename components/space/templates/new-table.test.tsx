import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { takePendingImportFile } from '#components/table/import/pending-import-file.ts';
import { TABLE_TEMPLATES } from '#lib/templates/tables/index.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { NewTable } from './NewTable.tsx';

const ITEMS = 'POST spaces/plans/items/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

function show() {
  api.responses = { [ITEMS]: { status: 201, body: { data: buildItem({ id: 'made', kind: 'table' }) } } };
  const onCreated = vi.fn();
  renderWithMessages(<NewTable slug="plans" parent={null} onClose={() => undefined} onCreated={onCreated} />);
  return { onCreated, user: userEvent.setup() };
}
const sent = () => JSON.parse(api.requests[0]?.body ?? 'null');

test('makes a table of a template, under its name or one that was typed', async () => {
  const { user, onCreated } = show();
  await user.click(screen.getByRole('button', { name: 'Inventory' }));
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Inventory');
  expect(screen.getByText('Unit price')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tasks' }));
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Tasks');
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' of May');
  await user.click(screen.getByRole('button', { name: 'Expenses' }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
  const { title: _, ...content } = TABLE_TEMPLATES.expenses;
  expect(sent()).toEqual({
    kind: 'table',
    title: 'Tasks of May',
    parent: null,
    content: JSON.parse(JSON.stringify(content)),
  });
});

test('hands pasted cells to the page of the new table as a file', async () => {
  const { user, onCreated } = show();
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Prices');
  await user.click(screen.getByRole('button', { name: 'Pasted cells' }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Please paste cells')).toBeVisible();
  await user.click(screen.getByRole('textbox', { name: /Cells/ }));
  await user.paste('Item\tPrice\nLamp\t3');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(sent()).toEqual({ kind: 'table', title: 'Prices', parent: null });
  const file = takePendingImportFile('made');
  expect(file?.name).toBe('Prices.tsv');
  expect(await file?.text()).toBe('Item\tPrice\nLamp\t3');
  expect(takePendingImportFile('made')).toBeNull();
});

test('takes the name of a chosen file, and creates nothing without one', async () => {
  const { user, onCreated } = show();
  await user.click(screen.getByRole('button', { name: 'File' }));
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' ');
  await user.upload(screen.getByLabelText(/File/, { selector: 'input' }), new File(['a,b'], 'Stock.csv'));
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Stock');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(takePendingImportFile('made')?.name).toBe('Stock.csv');
});
