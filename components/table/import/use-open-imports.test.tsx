import { renderHook, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { TableImport } from '#lib/contract/table-import.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { useOpenImports } from './use-open-imports.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

it('requests the imports at most every two seconds, however often the table changes', async () => {
  api.responses = { 'GET items/t/imports/': { body: { data: [] } } };
  const { result } = renderHook(() => useOpenImports('t'), { wrapper: QueryProvider });
  await waitFor(() => expect(api.paths()).toHaveLength(1));
  for (let change = 0; change < 20; change += 1) {
    result.current.refresh();
    await new Promise(setImmediate);
  }
  await waitFor(() => expect(api.paths()).toHaveLength(3), { timeout: 5000 });
  expect(result.current.open).toEqual([]);
});

it('drops a file that waits once it was started or cancelled elsewhere', async () => {
  const waiting: TableImport = {
    ...{ id: 'j', state: 'queued', progress: null, done: 0, rejected: 0, errors_url: null },
    ...{ file_name: 'people.csv', paused: true, awaits_choice: true, created_by: { id: 'u', name: 'Ada' } },
    ...{ created_at: '2026-05-04T09:30:00.000Z', updated_at: '2026-05-04T09:30:00.000Z' },
  };
  api.responses = { 'GET items/t/imports/': { body: { data: [waiting] } } };
  const { result } = renderHook(() => useOpenImports('t'), { wrapper: QueryProvider });
  await waitFor(() => expect(result.current.open).toHaveLength(1));
  api.responses = { 'GET items/t/imports/': { body: { data: [] } } };
  result.current.refresh();
  await waitFor(() => expect(result.current.open).toEqual([]));
});
