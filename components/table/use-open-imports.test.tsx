import { renderHook, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
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
