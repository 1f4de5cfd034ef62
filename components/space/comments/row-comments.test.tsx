import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { buildComment } from '#tests/component/comment.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import RowComments from './RowComments.tsx';

const COMMENTS = 'items/stock/comments/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

const Shown = withQueries(() => (
  <RowComments
    item={buildItem({ id: 'stock', title: 'Stock', allowed: ['item.comment'] })}
    path="/acme/plans/stock"
    row="r1"
  />
));

test('shows the threads about a row with their number, and begins one about it', async () => {
  const user = userEvent.setup();
  const anchor = { type: 'row', row_id: 'r1' } as const;
  const thread = buildComment({ id: 'first', anchor, html: '<p>Is this one blue?</p>' });
  api.responses[`GET ${COMMENTS}`] = {
    body: { data: [thread], count: 1, page: 1, page_size: 20, next: null },
  };
  api.responses[`POST ${COMMENTS}`] = {
    status: 201,
    body: { data: buildComment({ id: 'second', anchor, html: '<p>It is.</p>' }) },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <Shown />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  expect(await screen.findByText('Is this one blue?')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Comments 1' })).toBeInTheDocument();
  // The page is what it is about.
  expect(screen.queryByText('About a row')).toBeNull();
  const [request] = api.requests;
  expect(Object.fromEntries(new URLSearchParams(request?.query))).toMatchObject({ row: 'r1', state: 'open' });
  await user.type(screen.getByRole('textbox', { name: 'New comment' }), 'It is.');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByRole('heading', { name: 'Comments 2' })).toBeInTheDocument();
  const sent = api.requests.find(({ method, path }) => method === 'POST' && path === COMMENTS);
  expect(JSON.parse(sent?.body ?? '')).toEqual({ body: 'It is.', anchor });
});
