import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn } from '#tests/component/table.ts';
import { ColumnDialog } from './ColumnDialog.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

/** jsdom's files have no `text()`. */
const readText = (file: Blob | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file ?? new Blob());
  });

it('looks at all rows of a large table, page by page, and saves every value that does not fit', async () => {
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
  const valuesOf = (name: string) => [
    { row_id: name, row_title: name, value: 'large', problem: 'size is not a valid number' },
  ];
  const counts = { rows: 900, converted: 299, kept: 1 };
  const pages: Record<string, object> = {
    '': { ...counts, checked: 300, values: valuesOf('First'), next: '(1,1)' },
    '(1,1)': { ...counts, checked: 300, values: valuesOf('Second'), next: '(2,1)' },
    '(2,1)': { ...counts, checked: 350, converted: 349, values: valuesOf('Third'), next: null },
  };
  api.responses['PATCH items/t/columns/c_size/'] = ({ query }) => {
    const after = new URLSearchParams(query).get('after');
    return {
      body: { data: after === null ? { ...counts, checked: 300, values: valuesOf('First') } : pages[after] },
    };
  };
  renderWithMessages(
    <QueryProvider>
      <ColumnDialog
        itemId="t"
        column={buildColumn('text', 'size')}
        columns={[]}
        hasRows
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    </QueryProvider>,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'number');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/first 300 of 900 rows/)).toBeVisible();
  await user.click(screen.getByText('Check all rows, and download as CSV'));
  expect(await screen.findByText(/947 values fit\. 3 values do not/)).toBeVisible();
  expect(screen.queryByText(/first 300 of 900 rows/)).toBeNull();
  const lines = (await readText(files[0])).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['First', 'Second', 'Third']);
  expect(screen.getByRole('button', { name: 'Change anyway' })).toBeEnabled();
});
