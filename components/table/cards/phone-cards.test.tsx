import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { showGrid } from '#tests/component/shown-grid.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => {
  vi.unstubAllGlobals();
  return api.stop();
});

test('has cards with the first values of each row on a phone, which open its page with all fields', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.startsWith('(max-width') }));
  const columns = Array.from({ length: 9 }, (_, at) => buildColumn('text', `field${at}`));
  const values = Object.fromEntries(columns.map(({ name }, at) => [name, at === 2 ? '' : `value ${at}`]));
  showGrid(api, [buildRow({ id: 'r0', values })], {
    columns,
    view: { columns: [{ id: 'c_field8', hidden: true }] },
  });
  const name = await screen.findByRole('button', { name: 'value 0' });
  expect(screen.queryByRole('grid')).toBeNull();
  const shown = screen.getAllByRole('definition').map((one) => one.textContent);
  expect(shown).toEqual(['value 1', 'value 3', 'value 4', 'value 5', 'value 6']);
  await user.click(name);
  const page = within(await screen.findByRole('dialog', { name: 'value 0' }));
  for (const { label } of columns) expect(await page.findByRole('textbox', { name: label })).toBeVisible();
  expect(page.getByRole('textbox', { name: 'field8' })).toHaveValue('value 8');
});
