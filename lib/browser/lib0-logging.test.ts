import { expect, it, vi } from 'vitest';
import { BOLD, print, RED, UNBOLD, warn } from './lib0-logging.ts';

it('writes what it is given, without marks of colours', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  print(BOLD, '[yjs] ', UNBOLD, RED, 'Changed the client-id', 7);
  warn('Not same Y.Doc');
  expect(info.mock.calls).toEqual([['[yjs] ', 'Changed the client-id', 7]]);
  expect(warning.mock.calls).toEqual([['Not same Y.Doc']]);
  info.mockRestore();
  warning.mockRestore();
});
