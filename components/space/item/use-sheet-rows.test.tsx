import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { useSheetRows } from './use-sheet-rows.ts';

let api: FakeApi;
beforeEach(async () => {
  const late = { rows: [{ number: 3, cells: ['Rope'] }], from: 3, to: 4, has_more: false };
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET items/t/preview/': { body: { data: late } },
  });
});
afterEach(() => api.stop());

const BUDGET = { sheet: { name: 'Budget', rows: [['Name'], ['Lamp']], has_more: true }, at: 0 };
const GRANTS = { sheet: { name: 'Grants', rows: [['Donor'], ['Thistledown']], has_more: true }, at: 1 };

function open() {
  const { result, rerender } = renderHook(({ sheet, at }) => useSheetRows('t', sheet, at), {
    initialProps: BUDGET,
  });
  const cells = () => result.current.rows.flatMap((row) => row.cells);
  return { result, rerender, cells };
}

it('adds the rows that follow to those of their sheet', async () => {
  const { result, cells } = open();
  await act(() => result.current.more());
  expect(cells()).toEqual(['Lamp', 'Rope']);
  expect(result.current.hasMore).toBe(false);
});

it('drops rows that come after another sheet was chosen', async () => {
  const { result, rerender, cells } = open();
  let loading: Promise<void> | undefined;
  act(() => {
    loading = result.current.more();
  });
  rerender(GRANTS);
  await act(async () => loading);
  expect(api.paths()).toContain('GET items/t/preview/');
  expect(cells()).toEqual(['Thistledown']);
  expect(result.current).toMatchObject({ busy: false, problem: null, hasMore: true });
});

it('shows a failure at its own sheet only, also when another sheet was opened meanwhile', async () => {
  api.responses['GET items/t/preview/'] = { status: 422, body: { message: 'That row is not there' } };
  const { result, rerender } = open();
  let loading: Promise<void> | undefined;
  act(() => {
    loading = result.current.more();
  });
  rerender(GRANTS);
  await act(async () => loading);
  expect(result.current.problem).toBeNull();
  await act(() => result.current.more());
  expect(result.current.problem).toBe('That row is not there');
  rerender(BUDGET);
  expect(result.current.problem).toBeNull();
  rerender(GRANTS);
  expect(result.current.problem).toBeNull();
});
