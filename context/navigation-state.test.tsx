import { renderHook } from '@testing-library/react';
import mitt from 'next/dist/shared/lib/mitt';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createTestRouter } from '#tests/component/router.ts';
import { useNavigationState, usePageRefresh } from './navigation-state.ts';

/** A page at `/rules`, and the events of its router. */
function openPage() {
  const { router, led } = createTestRouter('/rules');
  const events = mitt();
  let paused: Promise<void> = Promise.resolve();
  /** Navigations continue when the returned function is called. */
  const pause = () => {
    let release = () => {};
    paused = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  const replace: typeof router.replace = async (...args) => {
    const done = await router.replace(...args);
    await paused;
    return done;
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={{ ...router, replace, events }}>{children}</RouterContext.Provider>
  );
  const { result, unmount } = renderHook(
    () => ({ refresh: usePageRefresh(), navigation: useNavigationState() }),
    {
      wrapper,
    },
  );
  const publish = (name: string, path: string, shallow = false) => events.emit(name, path, { shallow });
  return { ...result.current, led, navigate: publish, pause, unmount };
}

test('a refresh renders the page again at its address', async () => {
  const { refresh, led } = openPage();
  await refresh();
  expect(led).toEqual(['/rules']);
});

test('a refresh neither blocks nor follows a pending navigation', async () => {
  const { refresh, led, navigate } = openPage();
  navigate('routeChangeStart', '/budget');
  await refresh();
  navigate('routeChangeComplete', '/budget');
  expect(led).toEqual([]);
  await refresh();
  expect(led).toEqual(['/rules']);
});

test('refreshes that are wanted while one is pending are one more after it', async () => {
  const { refresh, led, navigate, pause } = openPage();
  const release = pause();
  const first = refresh();
  navigate('routeChangeStart', '/rules');
  const others = [refresh(), refresh()];
  expect(led).toEqual(['/rules']);
  release();
  await Promise.all([first, ...others]);
  expect(led).toEqual(['/rules', '/rules']);
});

test('a page that was left meanwhile is not refreshed again', async () => {
  const { refresh, led, pause, unmount } = openPage();
  const release = pause();
  const all = [refresh(), refresh()];
  unmount();
  release();
  await Promise.all(all);
  expect(led).toEqual(['/rules']);
});

test('a navigation that begins during a refresh is not cancelled by the next one', async () => {
  const { refresh, led, navigate, pause } = openPage();
  const release = pause();
  const all = [refresh(), refresh()];
  navigate('routeChangeStart', '/budget');
  release();
  await Promise.all(all);
  expect(led).toEqual(['/rules']);
});

test.each([
  ['only the address changes', 'routeChangeComplete', true],
  ['another place of the page is gone to', 'hashChangeComplete', false],
])('a postponed refresh runs where %s', async (_case, eventName, shallow) => {
  const { refresh, led, navigate } = openPage();
  navigate('routeChangeStart', '/rules?sort=title', true);
  await refresh();
  expect(led).toEqual([]);
  navigate(eventName, '/rules?sort=title', shallow);
  expect(led).toEqual(['/rules']);
  navigate(eventName, '/rules?sort=title', shallow);
  expect(led).toEqual(['/rules']);
});

test('another view of a page is somewhere else, and still that page', () => {
  const { navigation, navigate } = openPage();
  const states = () => [navigation.isNavigating(), navigation.isLeavingPage()];
  expect(states()).toEqual([false, false]);
  navigate('routeChangeStart', '/rules');
  expect(states()).toEqual([false, false]);
  navigate('routeChangeStart', '/rules?sort=title');
  expect(states()).toEqual([true, false]);
  navigate('routeChangeStart', '/budget');
  expect(states()).toEqual([true, true]);
  navigate('routeChangeComplete', '/budget');
  expect(states()).toEqual([false, false]);
});
