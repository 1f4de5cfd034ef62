import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { expect, it } from 'vitest';
import { createTestRouter } from '#tests/component/router.ts';
import { useDrawer } from './use-drawer.ts';

function Drawer() {
  const { open, setOpen, aside } = useDrawer();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {open ? 'Open' : 'Closed'}
      </button>
      <aside ref={aside}>
        <a href="#here">
          <span>This page</span>
        </a>
        <p>A name</p>
      </aside>
    </>
  );
}

/** A drawer opened on a page, and the events of its router. */
async function openDrawer(asPath: string) {
  const { router } = createTestRouter(asPath);
  const listeners = new Set<(path: string) => void>();
  router.events.on = (_type, listener) => void listeners.add(listener);
  router.events.off = (_type, listener) => void listeners.delete(listener);
  render(
    <RouterContext.Provider value={router}>
      <Drawer />
    </RouterContext.Provider>,
  );
  await userEvent.click(screen.getByRole('button'));
  return (path: string) => act(() => listeners.forEach((listener) => void listener(path)));
}

it('stays open when the page is refreshed at the same address', async () => {
  const startRoute = await openDrawer('/harbour?sort=title');
  startRoute('/harbour?sort=title');
  expect(screen.getByRole('button')).toHaveTextContent('Open');
});

it.each(['/harbour/rules', '/harbour?sort=size'])(
  'closes on navigation to another address, as %s',
  async (path) => {
    const startRoute = await openDrawer('/harbour?sort=title');
    startRoute(path);
    expect(screen.getByRole('button')).toHaveTextContent('Closed');
  },
);

it('closes by the link of the page that is open already, and not by what is no link', async () => {
  await openDrawer('/harbour');
  await userEvent.click(screen.getByText('A name'));
  expect(screen.getByRole('button')).toHaveTextContent('Open');
  await userEvent.click(screen.getByText('This page'));
  expect(screen.getByRole('button')).toHaveTextContent('Closed');
});
