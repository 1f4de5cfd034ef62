import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import type { Task } from '#lib/contract/task.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { TaskList } from './TaskList.tsx';

const item = { id: 'plan', kind: 'document', title: 'Regatta', space_slug: 'rowing' } as const;
const task = (number: number, more: Partial<Task>): Task => ({
  ...{ item, number, source: `source ${number}`, text: `Task ${number}`, people: [], due: null },
  may_change: true,
  ...more,
});

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'PATCH items/plan/tasks/0/': { body: { data: item } },
    'GET tasks/': { body: { data: [task(0, { text: 'Order paper' })], count: null, page: 1, page_size: 50 } },
  });
});
afterEach(() => api.stop());

it('marks a task as done in its document, takes that back, and leaves alone what one may not change', async () => {
  const people = [{ id: 'ada', name: 'Ada' }];
  const data = [
    task(0, { text: 'Order paper', people, due: '2026-11-20' }),
    task(1, { text: 'Find cooks', due: '2026-12-24', may_change: false }),
  ];
  const first = { data, count: null, page: 1, hasMore: false, error: null };
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <TaskList handle="club" list="mine" today="2026-11-27" first={first} />
      </Toaster>
    </NotificationProvider>,
  );
  expect(screen.getAllByRole('link', { name: 'Regatta' })[0]).toHaveAttribute(
    'href',
    '/club/rowing/plan-regatta#task=0&text=Order%20paper',
  );
  expect(screen.getByText('Overdue since Nov 20, 2026')).toBeVisible();
  expect(screen.getByText('Until Dec 24, 2026')).toBeVisible();
  expect(screen.getByText('Ada')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Mark “Find cooks” as done' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mark “Order paper” as done' }));
  await waitFor(() => expect(screen.queryByText('Order paper')).toBeNull());
  expect(screen.getByText('“Order paper” is done.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Order paper')).toBeVisible();
  expect(api.paths().filter((path) => path.includes('PATCH'))).toHaveLength(2);
});
