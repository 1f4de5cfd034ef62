import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StoredState } from './unsaved-writing.ts';
import { useGuard } from './use-guard.ts';

it('asks before leaving while something is unsaved for long, and no more once it is acknowledged', () => {
  const { result, rerender } = renderHook(
    ({ isUnsaved, stored }: { isUnsaved: boolean; stored: StoredState }) => useGuard(isUnsaved, stored),
    { initialProps: { isUnsaved: false, stored: 'none' } },
  );
  const after = (isUnsaved: boolean, stored: StoredState) => {
    rerender({ isUnsaved, stored });
    return result.current;
  };
  expect(after(true, 'pending')).toBe(false);
  expect(after(true, 'stored')).toBe(true);
  expect(after(true, 'pending')).toBe(true);
  // The next letters are written before the connection says that all is saved.
  expect(after(true, 'none')).toBe(false);
  expect(after(true, 'pending')).toBe(false);
  expect(after(true, 'failed')).toBe(true);
  expect(after(false, 'none')).toBe(false);
});
