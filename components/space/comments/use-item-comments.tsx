import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import {
  type ContextType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { EDITOR_TEXT_ID } from '#components/space/editor/editor-text-id.ts';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { RowCommentsContext } from '#context/comment-on-row.ts';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Comment, CommentAnchor } from '#lib/contract/comment.ts';
import type { Item } from '#lib/contract/item.ts';
import type { TextQuote } from '#lib/text/find-quote.ts';
import { listComments } from '#services/comments.ts';
import { useLinkedComment } from './comment-link.ts';

const loadParts = () => import('./comment-parts.ts');
const RowComments = lazyComponent(() => loadParts().then((parts) => parts.RowComments));
const CommentsPanel = lazyComponent(() => loadParts().then((parts) => parts.CommentsPanel));

/** It marks what is there to be read already. */
const loadCommentedText = () => import('./CommentedText.tsx').then((file) => file.default);
const CommentedText = dynamic(loadCommentedText, { ssr: false });
fetchWhenIdle(loadCommentedText);

const NONE_GONE: ReadonlySet<string> = new Set();

type Options = {
  item: Item;
  /** The address of the item's page. */
  path: string;
  /** The element that shows the item's content. */
  content: RefObject<HTMLElement | null>;
  /** The content is written in, in the editor that stands in its place. */
  isEditing: boolean;
};

/** What opened the panel: from its button, the reader is about to write. */
type Opened = 'by button' | 'at a text' | 'by a link';

/** The text of a document in its editor, which is there only while it is open. */
const EDITOR: RefObject<HTMLElement | null> = {
  get current() {
    return document.getElementById(EDITOR_TEXT_ID);
  },
};

/** Opens and closes the comments of an item. */
export type CommentsButton = {
  /** Open threads of the first page; null where they are not known yet. */
  count: number | null;
  /** There are more of them. */
  hasMore: boolean;
  open: boolean;
  onToggle: () => void;
};

type ItemComments = {
  /** For the page's header; null where the user takes no part in the discussion. */
  button: CommentsButton | null;
  /** Beside the content while it is open. */
  panel: ReactNode;
  /** Begins a comment on a row of the item's table; null where the user may not comment. */
  onRow: ((rowId: string) => void) | null;
  /** The comments on a row, for its page; null where the user takes no part in the discussion. */
  rows: ContextType<typeof RowCommentsContext>;
  /** Marks the texts that threads are about, and offers to comment on a selected one. */
  overlay: ReactNode;
};

/** Kinds whose text can be commented on where it stands. */
const TEXT_KINDS: ReadonlySet<Item['kind']> = new Set(['document', 'email', 'general']);

const NO_THREADS: readonly Comment[] = [];

/**
 * The first open threads of an item, for their number and their marked texts while the panel is closed; null until they are
 * loaded, and where the reader takes no part in the discussion.
 */
function useOpenThreads({ id, trashed_at }: Item): { data: Comment[]; hasMore: boolean } | null {
  const client = useQueryClient();
  const { hub } = useShell();
  const { data, isError } = useQuery({
    queryKey: ['item', id, 'comments', 'first'],
    queryFn: async ({ signal }) => loadedPage(await listComments(id, { state: 'open' }, signal)),
    enabled: trashed_at === null,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['item', id, 'comments'] });
  useChangeEvents(
    data ? (hub?.domain_handle ?? null) : null,
    (event) => {
      if (event.about === 'comments' && event.id === id) refresh();
    },
    refresh,
  );
  return isError ? null : (data ?? null);
}

/** The comments of an item's page: a panel, the marked texts that they are about, and a button at the selection. */
export function useItemComments({ item, path, content, isEditing }: Options): ItemComments {
  const mayComment = item.allowed.includes('item.comment');
  const first = useOpenThreads(item);
  const takesPart = item.trashed_at === null && (mayComment || first !== null);
  const linked = useLinkedComment();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = opened !== null;
  const [anchor, setAnchor] = useState<CommentAnchor | null>(null);
  const [listed, setListed] = useState<readonly Comment[] | null>(null);
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    if (linked !== null && takesPart) setOpened('by a link');
  }, [linked, takesPart]);

  const hasText = TEXT_KINDS.has(item.kind) && item.trashed_at === null;
  const mayMark = hasText && takesPart && mayComment;
  const threads = (open ? listed : null) ?? first?.data ?? NO_THREADS;
  const showThread = useCallback(
    (id: string) => {
      setActive(id);
      // Who writes a text stays in it.
      if (!isEditing) setOpened((known) => known ?? 'at a text');
    },
    [isEditing],
  );
  const text = isEditing ? EDITOR : content;
  const [gone, setGone] = useState(NONE_GONE);
  const scrollTo = useRef<((threadId: string) => void) | null>(null);
  const commentOnText = useCallback((quote: TextQuote) => {
    setAnchor({ type: 'text', ...quote });
    setOpened('at a text');
  }, []);
  const close = useCallback(() => {
    setOpened(null);
    setActive(null);
    setAnchor(null);
    setListed(null);
  }, []);
  const commentOnRow = useCallback((rowId: string) => {
    setAnchor({ type: 'row', row_id: rowId });
    setOpened('at a text');
  }, []);
  const showAnchor = (thread: Comment) => {
    setActive(thread.id);
    scrollTo.current?.(thread.id);
  };
  return {
    button: takesPart
      ? {
          count: first?.data.length ?? null,
          hasMore: first?.hasMore ?? false,
          open,
          onToggle: () => (open ? close() : setOpened('by button')),
        }
      : null,
    panel: open && takesPart && (
      <CommentsPanel
        item={item}
        path={path}
        linked={linked}
        anchor={anchor}
        onAnchor={setAnchor}
        gone={gone}
        active={active}
        onShowAnchor={hasText ? showAnchor : null}
        onThreads={setListed}
        isWriting={opened === 'by button'}
        onClose={close}
      />
    ),
    onRow: takesPart && mayComment ? commentOnRow : null,
    rows: takesPart
      ? {
          of: (row) => <RowComments key={row} item={item} path={path} row={row} />,
          isPanelOpen: open,
        }
      : null,
    overlay: hasText && (mayMark || threads.length > 0) && (
      <CommentedText
        text={text}
        threads={threads}
        active={active}
        onOpen={showThread}
        onGone={setGone}
        scrollTo={scrollTo}
        onQuote={mayMark ? commentOnText : null}
      />
    ),
  };
}
