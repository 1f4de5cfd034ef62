import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { DRAFT_KEYS } from '#lib/browser/drafts.ts';
import type { Comment, CommentAnchor } from '#lib/contract/comment.ts';
import type { Item } from '#lib/contract/item.ts';
import { buildComment } from '#tests/component/comment.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import CommentsPanel from './CommentsPanel.tsx';

const COMMENTS = 'items/plan/comments/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
  window.localStorage.clear();
});
afterAll(() => api.stop());

type PanelOptions = {
  item?: Partial<Item>;
  linked?: string;
  gone?: string[];
  quote?: string;
  onClose?: () => void;
};
const Shown = withQueries(function Shown(options: PanelOptions) {
  const { item = {}, linked, gone = [], quote, onClose = () => undefined } = options;
  const [anchor, setAnchor] = useState<CommentAnchor | null>(quote ? { type: 'text', quote } : null);
  return (
    <CommentsPanel
      item={buildItem({ id: 'plan', title: 'The plan', allowed: ['item.comment'], ...item })}
      path="/acme/plans/plan"
      linked={linked ?? null}
      anchor={anchor}
      onAnchor={setAnchor}
      gone={new Set(gone)}
      active={null}
      onShowAnchor={() => undefined}
      onThreads={() => undefined}
      isWriting
      onClose={onClose}
    />
  );
});
const panel = (options: PanelOptions) => (
  <ShellProvider shell={buildShell()}>
    <NotificationProvider>
      <Toaster>
        <Shown {...options} />
      </Toaster>
    </NotificationProvider>
  </ShellProvider>
);
const show = (options: PanelOptions = {}) => renderWithMessages(panel(options));
const page = (data: Comment[]) => ({
  body: { data, count: data.length, page: 1, page_size: 20, next: null },
});

test('says what to do where there are no comments, and sends the first one', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${COMMENTS}`] = page([]);
  api.responses[`POST ${COMMENTS}`] = { status: 201, body: { data: buildComment({ id: 'first' }) } };
  show();
  expect(await screen.findByText('No comments yet')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'New comment' }), 'Good plan');
  expect(window.localStorage.getItem(DRAFT_KEYS)).toContain('draft-comment-item-plan');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByRole('article', { name: 'Comment by Ida' })).toBeInTheDocument();
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toBe('{"body":"Good plan"}');
  // What was sent is no draft any more.
  expect(window.localStorage.getItem(DRAFT_KEYS)).toBe('[]');
});

test('sends a comment on a text, and leaves an empty field for the whole item', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${COMMENTS}`] = page([]);
  const anchor = { type: 'text' as const, quote: 'The lamp' };
  api.responses[`POST ${COMMENTS}`] = { status: 201, body: { data: buildComment({ id: 'first', anchor }) } };
  show({ quote: 'The lamp' });
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Which?');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByRole('article', { name: 'Comment by Ida' })).toBeInTheDocument();
  expect(JSON.parse(api.requests.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    body: 'Which?',
    anchor,
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
  expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
});

test('keeps a text that could not be sent, also for the next visit', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${COMMENTS}`] = page([]);
  api.responses[`POST ${COMMENTS}`] = { status: 403, body: { message: 'No more', code: 'not_allowed' } };
  const { unmount } = show();
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Kept');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByText('No more')).toBeInTheDocument();
  unmount();
  show();
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('Kept');
});

test('replies to a thread, resolves it, and takes a reaction back that failed', async () => {
  const user = userEvent.setup();
  const thread = buildComment({
    id: 'one',
    body: 'When?',
    reactions: { '👍': { count: 1, mine: false, names: ['Bo'] } },
  });
  api.responses[`GET ${COMMENTS}`] = page([thread]);
  const reply = buildComment({ id: 'two', parent_id: 'one', body: 'At six' });
  api.responses['POST comments/one/replies/'] = { status: 201, body: { data: reply } };
  api.responses['GET comments/one/'] = { body: { data: { ...thread, replies: [reply], reply_count: 1 } } };
  api.responses['POST comments/one/resolve/'] = { body: { data: thread } };
  show();
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'At six');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  // The answer of the server takes the place of the reply that was shown at once.
  await waitFor(() => expect(screen.getByText('At six', { selector: 'p' })).toBeInTheDocument());
  await waitFor(() => expect(document.getElementById('post-reply-end')).not.toBeNull());
  const [first] = screen.getAllByRole('button', { name: '👍, 1 person' });
  if (!first) throw new Error('there is a reaction');
  await user.click(first);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '👍, 1 person' })).toHaveAttribute('aria-pressed', 'false'),
  );
  expect(api.paths()).toContain(`PUT comments/one/reactions/${encodeURIComponent('👍')}/`);
  await user.click(screen.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(screen.queryByText('When?')).not.toBeInTheDocument());
});

test('shows to a reader only what they may do, and what became of a text', async () => {
  const anchor = { type: 'text' as const, quote: 'The old words' };
  const gone = buildComment({ id: 'one', anchor, allowed: [] });
  const deleted = buildComment({
    id: 'two',
    body: '',
    html: '',
    deleted_at: '2026-01-06T10:00:00.000Z',
    allowed: [],
  });
  api.responses[`GET ${COMMENTS}`] = page([gone, deleted]);
  show({ item: { allowed: [] }, gone: ['one'] });
  expect(await screen.findByText('The old words')).toBeInTheDocument();
  expect(screen.getByText('The text was removed or rewritten')).toBeInTheDocument();
  expect(screen.getByText('This comment was deleted.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  for (const name of ['Reply', 'Resolve', 'Add a reaction'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('links a thread about a row of a table to that row', async () => {
  const thread = buildComment({ id: 'one', body: 'Twice?', anchor: { type: 'row', row_id: '0a' } });
  api.responses[`GET ${COMMENTS}`] = page([thread]);
  show();
  expect(await screen.findByRole('link', { name: 'About a row' })).toHaveAttribute(
    'href',
    '/acme/plans/plan?row=0a',
  );
});

test('changes and deletes an own comment', async () => {
  const user = userEvent.setup();
  const thread = buildComment({ id: 'one', body: 'Old @[Bo](user:01890000-0000-7000-8000-000000000001)' });
  api.responses[`GET ${COMMENTS}`] = page([thread]);
  api.responses['PATCH comments/one/'] = { body: { data: thread } };
  api.responses['GET comments/one/'] = { body: { data: { ...thread, html: '<p>New text</p>' } } };
  api.responses['DELETE comments/one/'] = { body: { data: null, message: 'Deleted' } };
  show();
  const menu = async (entry: string) => {
    await user.click(await screen.findByRole('button', { name: 'More actions for the comment by Ida' }));
    await user.click(screen.getByRole('menuitem', { name: entry }));
  };
  await menu('Edit');
  const field = screen.getByRole('textbox', { name: 'Edit' });
  expect(field).toHaveValue('Old @Bo');
  await user.type(field, ' and more');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('New text')).toBeInTheDocument();
  expect(JSON.parse(api.requests.find(({ method }) => method === 'PATCH')?.body ?? '')).toEqual({
    body: 'Old @[Bo](user:01890000-0000-7000-8000-000000000001) and more',
  });
  await menu('Delete');
  delete api.responses['GET comments/one/'];
  const dialog = screen.getByRole('dialog');
  await act(() => user.click(within(dialog).getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(screen.queryByText('New text')).not.toBeInTheDocument());
});

test('opens the thread of the comment that the address names, where the list does not show it', async () => {
  const thread = buildComment({
    id: 'one',
    body: 'Long ago',
    replies: [buildComment({ id: 'two', parent_id: 'one', body: 'The linked one' })],
    reply_count: 1,
    resolved_at: '2026-01-06T10:00:00.000Z',
  });
  api.responses[`GET ${COMMENTS}`] = page([]);
  api.responses['GET comments/two/'] = { body: { data: thread.replies[0] } };
  api.responses['GET comments/one/'] = { body: { data: thread } };
  show({ linked: 'two' });
  const linked = await screen.findByText('The linked one');
  expect(linked.closest('article')).toHaveAttribute('data-linked', 'true');
  expect(screen.getByRole('button', { name: 'Resolved' })).toHaveAttribute('aria-pressed', 'true');
});

test('shows a linked reply that is none of the latest with its neighbours, and more on either side', async () => {
  const user = userEvent.setup();
  const reply = (n: number) => buildComment({ id: `r${n}`, parent_id: 'one', body: `Reply ${n}` });
  const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
  const thread = buildComment({
    id: 'one',
    body: 'Long ago',
    replies: [reply(98), reply(99)],
    reply_count: 99,
  });
  api.responses[`GET ${COMMENTS}`] = page([thread]);
  api.responses['GET comments/r30/'] = { body: { data: reply(30) } };
  api.responses['GET comments/one/'] = { body: { data: thread } };
  api.responses['GET comments/one/replies/'] = ({ query }) => {
    const { before, after, page_size } = Object.fromEntries(new URLSearchParams(query));
    const size = Number(page_size);
    const number = Number((before ?? after)?.slice(1));
    const numbers = before
      ? from(Math.max(1, number - size), Math.min(size, number - 1)).toReversed()
      : from(number + 1, size);
    return { body: { data: numbers.map(reply) } };
  };
  show({ linked: 'r30' });
  const linked = await screen.findByText('Reply 30');
  expect(linked.closest('article')).toHaveAttribute('data-linked', 'true');
  const shown = () => screen.getAllByText(/^Reply /).map((one) => Number(one.textContent?.slice(6)));
  expect(shown()).toEqual(from(20, 21));
  await user.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(shown()).toEqual(from(1, 40)));
  expect(screen.queryByRole('button', { name: 'Earlier replies' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Later replies' }));
  await waitFor(() => expect(shown()).toEqual(from(1, 90)));
});

/** A thread of many replies, as others change it meanwhile. */
function longThread(count: number) {
  const reply = (n: number) => buildComment({ id: `r${n}`, parent_id: 'one', body: `Reply ${n}` });
  const thread = buildComment({ id: 'one', body: 'Long ago' });
  const state = {
    replies: Array.from({ length: count }, (_, n) => reply(n + 1)),
    thread,
    sizes: [] as number[],
  };
  const now = () => ({
    ...state.thread,
    replies: state.replies.slice(-3),
    reply_count: state.replies.length,
  });
  const numberOf = (id: string | undefined) => Number(id?.slice(1) ?? 0);
  api.responses[`GET ${COMMENTS}`] = () => page([now()]);
  api.responses['GET comments/one/'] = () => ({ body: { data: now() } });
  api.responses['GET comments/one/replies/'] = ({ query }) => {
    const { before, after, page_size } = Object.fromEntries(new URLSearchParams(query));
    const size = Number(page_size);
    const at = numberOf(before ?? after);
    const data = before
      ? state.replies.filter(({ id }) => numberOf(id) < at).toReversed()
      : state.replies.filter(({ id }) => numberOf(id) > at);
    state.sizes.push(size);
    return { body: { data: data.slice(0, size) } };
  };
  return { state, reply };
}
const refresh = () => act(() => void window.dispatchEvent(new Event('focus')));
const repliesShown = () =>
  screen.queryAllByText(/^Reply \d/).map((one) => Number(one.textContent?.match(/\d+/)?.[0]));
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

test('shows what others reply, change, delete and react around a linked reply, and scrolls no more', async () => {
  const { state, reply } = longThread(45);
  api.responses['GET comments/r30/'] = { body: { data: reply(30) } };
  show({ linked: 'r30' });
  await screen.findByText('Reply 30');
  await userEvent.click(screen.getByRole('button', { name: 'Later replies' }));
  await waitFor(() => expect(repliesShown()).toEqual(range(20, 45)));
  const list = screen.getByText('Reply 30').closest<HTMLElement>('[data-scrolls]');
  if (!list) throw new Error('The list scrolls');
  const scrolled: number[] = [];
  Object.defineProperty(list, 'scrollTop', { get: () => 700, set: (to: number) => void scrolled.push(to) });

  state.replies = state.replies
    .filter(({ id }) => id !== 'r25' && id !== 'r19')
    .map((one) => (one.id === 'r31' ? { ...one, html: '<p>Reply 31, corrected</p>' } : one))
    .map((one) =>
      one.id === 'r30' ? { ...one, reactions: { '🎉': { count: 1, mine: false, names: ['Bo'] } } } : one,
    )
    .concat(reply(46));
  refresh();
  expect(await screen.findByText('Reply 31, corrected')).toBeInTheDocument();
  expect(repliesShown()).toEqual(range(20, 46).filter((n) => n !== 25));
  expect(screen.getByRole('button', { name: '🎉, 1 person' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Earlier replies' })).toBeInTheDocument();
  expect(scrolled).toEqual([]);
  expect(Math.max(...state.sizes)).toBeLessThan(100);

  state.thread = { ...state.thread, resolved_at: '2026-01-06T10:00:00.000Z' };
  api.responses[`GET ${COMMENTS}`] = page([]);
  refresh();
  await waitFor(() => expect(repliesShown()).toEqual([]));
  await userEvent.click(screen.getByRole('button', { name: 'Resolved' }));
  await waitFor(() => expect(repliesShown()).toEqual(range(20, 46).filter((n) => n !== 25)));
  delete api.responses['GET comments/one/'];
  refresh();
  await waitFor(() => expect(repliesShown()).toEqual([]));
});

test('leaves new replies to the button where there are more below a linked reply', async () => {
  const { state, reply } = longThread(45);
  api.responses['GET comments/r30/'] = { body: { data: reply(30) } };
  show({ linked: 'r30' });
  await screen.findByText('Reply 30');
  expect(repliesShown()).toEqual(range(20, 40));
  state.replies = state.replies.filter(({ id }) => id !== 'r30').concat(reply(46));
  refresh();
  await waitFor(() => expect(repliesShown()).toEqual(range(20, 40).filter((n) => n !== 30)));
  await userEvent.click(screen.getByRole('button', { name: 'Later replies' }));
  await waitFor(() => expect(repliesShown()).toEqual(range(20, 46).filter((n) => n !== 30)));
  expect(screen.queryByRole('button', { name: 'Later replies' })).not.toBeInTheDocument();
});

test('keeps a linked reply in sight that is one of the latest no more', async () => {
  const { state, reply } = longThread(45);
  api.responses['GET comments/r43/'] = { body: { data: reply(43) } };
  // The thread is on a later page of the list.
  api.responses[`GET ${COMMENTS}`] = page([]);
  show({ linked: 'r43' });
  await screen.findByText('Reply 43');
  expect(repliesShown()).toEqual(range(43, 45));
  state.replies = [...state.replies, reply(46), reply(47)];
  refresh();
  await waitFor(() => expect(repliesShown()).toEqual(range(43, 47)));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier replies' }));
  await waitFor(() => expect(repliesShown()).toEqual(range(1, 47)));
});

test('stays with the resolved ones where the list of open ones showed the linked one', async () => {
  const { thread } = longThread(2).state;
  const open = page([thread]);
  api.responses[`GET ${COMMENTS}`] = ({ query }) => (query.includes('resolved') ? page([]) : open);
  const { rerender } = show();
  await screen.findByText('Long ago');
  rerender(panel({ linked: 'one' }));
  await userEvent.click(screen.getByRole('button', { name: 'Resolved' }));
  await waitFor(() => expect(screen.queryByText('Long ago')).not.toBeInTheDocument());
  // The linked thread is read by now, and would be shown with the open ones.
  await waitFor(() => expect(api.paths()).toContain('GET comments/one/'));
  await expect(screen.findByText('Long ago')).rejects.toThrow();
});

function Opened() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open the comments
      </button>
      {isOpen && panel({ onClose: () => setIsOpen(false) })}
    </>
  );
}

test('gives the focus back to what opened it when Escape closes it', async () => {
  api.responses[`GET ${COMMENTS}`] = page([]);
  renderWithMessages(<Opened />);
  await userEvent.click(screen.getByRole('button', { name: 'Open the comments' }));
  const field = await screen.findByRole('textbox', { name: 'New comment' });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'New comment' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Open the comments' })).toHaveFocus();
});
