import { renderHook } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { stillRouter } from '#tests/component/router.ts';
import { useRefresh } from './use-refresh.ts';

/** A page at `/rules`, and what its router tells. */
function openPage() {
  const { router, led } = stillRouter('/rules');
  const heard = new Map<string, (...args: unknown[]) => void>();
  const events = {
    on: (name: string, hear: (...args: unknown[]) => void) => void heard.set(name, hear),
    off: (name: string) => void heard.delete(name),
    emit: () => {},
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={{ ...router, events }}>{children}</RouterContext.Provider>
  );
  const { result, unmount } = renderHook(useRefresh, { wrapper });
  const tell = (name: string, path: string, shallow = false) => heard.get(name)?.(path, { shallow });
  return { refresh: () => result.current(), led, tell, heard, unmount };
}

test('a page is rendered anew where it is', async () => {
  const { refresh, led } = openPage();
  await refresh();
  expect(led).toEqual(['/rules']);
});

test('nothing stands in the way of going elsewhere, nor comes after it', async () => {
  const { refresh, led, tell } = openPage();
  tell('routeChangeStart', '/budget');
  await refresh();
  tell('routeChangeComplete', '/budget');
  expect(led).toEqual([]);
  await refresh();
  expect(led).toEqual(['/rules']);
});

test('a newer word replaces the rendering that is on its way', async () => {
  const { refresh, led, tell } = openPage();
  await refresh();
  tell('routeChangeStart', '/rules');
  await refresh();
  expect(led).toEqual(['/rules', '/rules']);
});

test.each([
  ['only the address changes', 'routeChangeComplete', true],
  ['another place of the page is gone to', 'hashChangeComplete', false],
])('what was put off is made up for where %s', async (_case, end, shallow) => {
  const { refresh, led, tell } = openPage();
  tell('routeChangeStart', '/rules?sort=title', true);
  await refresh();
  expect(led).toEqual([]);
  tell(end, '/rules?sort=title', shallow);
  expect(led).toEqual(['/rules']);
  tell(end, '/rules?sort=title', shallow);
  expect(led).toEqual(['/rules']);
});

test('a page that is left listens no more', () => {
  const { heard, unmount } = openPage();
  expect(heard.size).toBe(3);
  unmount();
  expect(heard.size).toBe(0);
});
