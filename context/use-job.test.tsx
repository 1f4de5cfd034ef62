import { focusManager } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { QueryProvider } from './QueryProvider.tsx';
import { useJob } from './use-job.ts';

const EVERY_MS = 60;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  act(() => focusManager.setFocused(undefined));
  api.requests.length = 0;
});
afterAll(() => api.stop());

function show(id: string, job: Partial<Job>, isAmongOthers: boolean) {
  const queued: Job = { id, state: 'running', progress: 0.5, done: 1, rejected: 0, errors_url: null, ...job };
  api.responses = { [`GET jobs/${id}/`]: { body: { data: queued } } };
  const options = { queued, everyMs: EVERY_MS, isAmongOthers, onDone: () => undefined };
  return renderHook(() => useJob(options), { wrapper: QueryProvider });
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('is not fetched in the background where it is one of many on a page', async () => {
  act(() => focusManager.setFocused(false));
  show('one', {}, true);
  await pass(5 * EVERY_MS);
  expect(api.paths()).toEqual([]);
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(api.paths().length).toBeGreaterThan(1));
});

it('is fetched in the background where somebody waits for it', async () => {
  act(() => focusManager.setFocused(false));
  show('two', {}, false);
  await waitFor(() => expect(api.paths().length).toBeGreaterThan(1));
});

it('is fetched seldom while it is paused, where it is one of many on a page', async () => {
  const { unmount } = show('three', { paused: true }, true);
  await pass(5 * EVERY_MS);
  expect(api.paths()).toEqual([]);
  unmount();
  show('four', { paused: true }, false);
  await waitFor(() => expect(api.paths().length).toBeGreaterThan(1));
});
