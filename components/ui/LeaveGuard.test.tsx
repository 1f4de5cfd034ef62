import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { IntlProvider } from 'react-intl';
import { expect, it, vi } from 'vitest';
import { HeaderSearch } from '#components/search/HeaderSearch.tsx';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { useGuardedNavigation } from './guarded-navigation.ts';
import { LeaveGuard } from './LeaveGuard.tsx';

function Switcher({ onSwitch }: { onSwitch: () => void }) {
  const navigate = useGuardedNavigation();
  return (
    <button type="button" onClick={() => navigate('/harbour', async () => onSwitch())}>
      Harbour
    </button>
  );
}

function openPage(isChanged: boolean) {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  const { router, led } = createTestRouter(window.location.pathname);
  const onSwitch = vi.fn();
  render(
    <RouterContext.Provider value={router}>
      <IntlProvider locale={code} messages={messages}>
        <HeaderSearch />
        <Switcher onSwitch={onSwitch} />
        {isChanged && <LeaveGuard />}
      </IntlProvider>
    </RouterContext.Provider>,
  );
  return { led, onSwitch };
}

const search = () => fireEvent.submit(screen.getByRole('searchbox'));
const { messages } = LOCALES[DEFAULT_LOCALE];
const button = (id: 'action.cancel' | 'leave.submit') => screen.getByRole('button', { name: messages[id] });

it('asks before a search leaves unsaved changes, and searches after a yes', async () => {
  const { led } = openPage(true);
  search();
  expect(await screen.findByRole('dialog')).toBeVisible();
  await userEvent.click(button('action.cancel'));
  expect(led).toEqual([]);
  search();
  await screen.findByRole('dialog');
  await userEvent.click(button('leave.submit'));
  await waitFor(() => expect(led).toEqual(['/search']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before another hub is opened, and makes no change before a yes', async () => {
  const { onSwitch } = openPage(true);
  await userEvent.click(screen.getByRole('button', { name: 'Harbour' }));
  await screen.findByRole('dialog');
  expect(onSwitch).not.toHaveBeenCalled();
  await userEvent.click(button('leave.submit'));
  await waitFor(() => expect(onSwitch).toHaveBeenCalledOnce());
});

it('asks nothing where nothing is unsaved', async () => {
  const { led, onSwitch } = openPage(false);
  search();
  await userEvent.click(screen.getByRole('button', { name: 'Harbour' }));
  expect(led).toEqual(['/search']);
  expect(onSwitch).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks once when two parts of a page are unsaved, and still asks before Back when either is saved', async () => {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  const { router, led } = createTestRouter(window.location.pathname);
  let isLeft: Parameters<typeof router.beforePopState>[0] = () => true;
  router.beforePopState = (next) => {
    isLeft = next;
  };
  const back = async () =>
    act(async () => isLeft({ url: '/elsewhere', as: '/elsewhere', options: { shallow: false } }));
  const page = (parts: readonly string[]) => (
    <RouterContext.Provider value={router}>
      <IntlProvider locale={code} messages={messages}>
        <a href="/elsewhere">Elsewhere</a>
        {parts.map((part) => (
          <LeaveGuard key={part} />
        ))}
      </IntlProvider>
    </RouterContext.Provider>
  );
  const { rerender } = render(page([]));
  for (const parts of [['profile', 'password'], ['password'], ['password', 'address'], ['password']]) {
    rerender(page(parts));
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(button('action.cancel'));
    expect(await back()).toBe(false);
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(button('action.cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(led).toEqual([]);
  rerender(page([]));
  expect(await back()).toBe(true);
});
