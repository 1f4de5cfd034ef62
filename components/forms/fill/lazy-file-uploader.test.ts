import { afterAll, expect, it, vi } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';

const PAPER: FieldDefinition = { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file' };

// Modules are shared by files: the replaced one is for this file alone.
vi.resetModules();
vi.doMock('#components/fields/create-file-uploader.ts', () => ({
  createFileUploader: () => ({
    send: async () => ({ kind: 'sent', file: { id: '1', name: 'one.txt', size: 3 } }),
    look: async () => null,
  }),
}));
const { lazyFileUploader } = await import('./lazy-file-uploader.ts');
afterAll(() => {
  vi.doUnmock('#components/fields/create-file-uploader.ts');
  vi.resetModules();
});

const filesOf = () =>
  lazyFileUploader({
    endpoint: () => '',
    headers: async () => ({}),
    storage: () => localStorage,
    maxBytes: null,
  });
const optionsWith = (signal = new AbortController().signal) => ({
  onProgress: () => undefined,
  onNetwork: () => undefined,
  signal,
});

it('is settled only after who sends a file has its id', async () => {
  const files = filesOf();
  const order: string[] = [];
  const sending = (async () => {
    await files.send(PAPER, new File(['one'], 'one.txt'), optionsWith());
    order.push('the field has it');
  })();
  await files.settled();
  order.push('settled');
  await sending;
  expect(order).toEqual(['the field has it', 'settled']);
});

it('sends nothing for an upload that was cancelled before it began', async () => {
  const control = new AbortController();
  control.abort();
  const outcome = await filesOf().send(PAPER, new File(['one'], 'one.txt'), optionsWith(control.signal));
  expect(outcome).toEqual({ kind: 'gone' });
});
