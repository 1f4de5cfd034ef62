import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { useItem } from './use-item.ts';

test('keeps what a change was answered when an older rendering of the page comes after it', () => {
  const before = buildItem({ revision: 1, visibility: 'shared' });
  const { result, rerender } = renderHook(({ item }) => useItem(item, () => undefined), {
    initialProps: { item: before },
  });
  act(() => result.current.replace({ ...before, revision: 2, visibility: 'private' }));
  rerender({ item: { ...before } });
  expect(result.current.item.visibility).toBe('private');
  rerender({ item: { ...before, revision: 3, visibility: 'public' } });
  expect(result.current.item.visibility).toBe('public');
});

test('shows another item when the page is rendered for that', () => {
  const { result, rerender } = renderHook(({ item }) => useItem(item, () => undefined), {
    initialProps: { item: buildItem({ id: 'a', revision: 5 }) },
  });
  rerender({ item: buildItem({ id: 'b', revision: 1 }) });
  expect(result.current.item.id).toBe('b');
});
