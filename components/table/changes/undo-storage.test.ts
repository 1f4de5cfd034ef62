import { afterEach, expect, test, vi } from 'vitest';
import type { UndoStack } from './undo-stack.ts';

afterEach(() => window.sessionStorage.clear());

/** What a page knows that was just loaded. */
async function loadedPage() {
  vi.resetModules();
  return import('./undo-storage.ts');
}

test('knows what can be undone and done again after the page was loaded again, by account and table', async () => {
  const before = await loadedPage();
  const stack: UndoStack = {
    done: [{ kind: 'cells', cells: [{ id: 'r', name: 'price', from: 1, to: 2 }] }],
    undone: [],
  };
  before.storeUndoStack(before.undoKey('ada', 'lamps'), stack);
  const after = await loadedPage();
  expect(after.readUndoStack(after.undoKey('ada', 'lamps'))).toEqual(stack);
  for (const [account, item] of [
    ['grace', 'lamps'],
    ['ada', 'chairs'],
  ] as const)
    expect(after.readUndoStack(after.undoKey(account, item))).toEqual({ done: [], undone: [] });
});

test('starts empty where what is stored is no stack', async () => {
  const page = await loadedPage();
  const key = page.undoKey('ada', 'lamps');
  window.sessionStorage.setItem(key, '{"done": 1');
  expect(page.readUndoStack(key)).toEqual({ done: [], undone: [] });
});
