import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider, useNotification } from '#context/NotificationProvider.tsx';
import type { ListPage } from '#services/http.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { usePagedList } from './use-paged-list.ts';

const page = (number: number, data: string[], error: string | null = null): ListPage<string> => ({
  data,
  count: null,
  page: number,
  hasMore: true,
  error,
});

function List({ ask }: { ask: (page: number) => Promise<ListPage<string>> }) {
  const list = usePagedList(page(1, ['one']), ask);
  const { loading } = useNotification();
  return (
    <>
      <p data-testid="state">{loading ? 'loading' : 'quiet'}</p>
      <p data-testid="list">{list.data.join()}</p>
      <button type="button" onClick={() => void list.more()}>
        More
      </button>
    </>
  );
}

test('a list that a screen waits for shows that it loads, says to everybody why it failed, and is quiet after a success', async () => {
  let asked = Promise.withResolvers<ListPage<string>>();
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <List ask={() => asked.promise} />
      </Toaster>
    </NotificationProvider>,
  );
  const state = screen.getByTestId('state');
  const more = () => fireEvent.click(screen.getByText('More'));
  more();
  expect(state).toHaveTextContent('loading');
  await act(async () => asked.resolve(page(2, [], 'The server is away')));
  expect(state).toHaveTextContent('quiet');
  expect(screen.getByRole('status')).toHaveTextContent('The server is away');
  expect(screen.getByTestId('list')).toHaveTextContent('one');
  asked = Promise.withResolvers();
  more();
  expect(state).toHaveTextContent('loading');
  await act(async () => asked.resolve(page(2, ['two'])));
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('one,two'));
  expect(state).toHaveTextContent('quiet');
});
