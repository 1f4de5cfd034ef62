import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Post } from '#lib/contract/post.ts';
import { buildComment } from '#tests/component/comment.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { PostReplies } from './PostReplies.tsx';
import { repliesKey } from './use-post-replies.ts';

const COUNT = 200;
const PAGE = 50;

const reply = (n: number) => buildComment({ id: `r${n}`, post_id: 'plan', body: `Reply ${n}` });
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((n) => n >= 1 && n <= COUNT);

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
  Element.prototype.scrollIntoView = () => undefined;
  api.responses['POST posts/plan/read/'] = { body: { data: null } };
  api.responses['GET posts/plan/replies/'] = ({ query }) => {
    const { before, after, page_size } = Object.fromEntries(new URLSearchParams(query));
    const size = Number(page_size);
    const number = Number((before ?? after ?? 'r0').slice(1));
    const data = (
      before ? from(number - size, number - 1).toReversed() : from(number + 1, number + size)
    ).map(reply);
    return { body: { data, next: data.length === size ? data.at(-1)?.id : null } };
  };
});
afterEach(() => {
  api.requests.length = 0;
  window.history.replaceState(null, '', '/');
});
afterAll(() => api.stop());

const POST: Post = {
  id: 'plan',
  title: 'The plan',
  body: '',
  html: '',
  author: { id: 'ida', name: 'Ida', avatar_url: null },
  created_at: '2026-01-05T10:00:00.000Z',
  edited_at: null,
  active_at: '2026-01-05T10:00:00.000Z',
  reply_count: COUNT,
  pinned_at: null,
  locked_at: null,
  trashed_at: null,
  unread: false,
  reactions: {},
  allowed: [],
  poll: null,
  space: { slug: 'plans', name: 'Plans' },
};

const first = {
  data: from(1, PAGE).map(reply),
  ...{ count: null, page: 1, hasMore: true, next: `r${PAGE}`, error: null },
};
let client: QueryClient;
const Shown = withQueries(function Shown() {
  client = useQueryClient();
  return (
    <PostReplies
      post={POST}
      path="/acme/plans/posts/plan"
      first={first}
      update={() => undefined}
      fail={() => undefined}
      onSent={() => undefined}
    />
  );
});
const visit = (hash: string) => {
  window.history.replaceState(null, '', `/${hash}`);
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <Shown />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
};
const shown = () => screen.getAllByText(/^Reply \d/).map((one) => Number(one.textContent?.slice(6)));

test('shows a linked reply of a later page with its neighbours, and those above it when they are wanted', async () => {
  visit('#comment-r120');
  const linked = await screen.findByText('Reply 120');
  expect(linked.closest('article')).toHaveAttribute('data-linked', 'true');
  await waitFor(() => expect(shown().slice(0, 60)).toEqual(from(110, 160).slice(0, 60)));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(shown()[0]).toBe(60));
  expect(shown()).toEqual(from(60, shown().at(-1) ?? 0));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(shown()[0]).toBe(10));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(shown()[0]).toBe(1));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Earlier replies' })).not.toBeInTheDocument(),
  );
});

test.each(['', '#comment-r7'])('begins with the first reply at the address %j', async (hash) => {
  visit(hash);
  expect(shown()).toEqual(from(1, PAGE));
  expect(screen.queryByRole('button', { name: 'Earlier replies' })).not.toBeInTheDocument();
  await waitFor(() => expect(api.paths()).toContain('POST posts/plan/read/'));
  expect(api.paths()).not.toContain('GET posts/plan/replies/');
});

test('changes and removes the reply with which a list around a linked one begins', async () => {
  visit('#comment-r120');
  // Those after it are there once both lists follow changes.
  await waitFor(() => expect(shown().slice(0, 2)).toEqual([110, 111]));
  const changed = () => act(() => client.invalidateQueries({ queryKey: repliesKey('plan') }));
  api.responses['GET comments/r110/'] = {
    body: { data: { ...reply(110), html: '<p>Reply 110, corrected</p>' } },
  };
  await changed();
  expect(await screen.findByText('Reply 110, corrected')).toBeInTheDocument();
  delete api.responses['GET comments/r110/'];
  await changed();
  await waitFor(() => expect(shown()[0]).toBe(111));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(shown()[0]).toBe(60));
});
