import { X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { scrollToReplyEnd } from '#components/ui/scroll-to-reply.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Comment, CommentAnchor, CreateCommentRequest } from '#lib/contract/comment.ts';
import type { Item } from '#lib/contract/item.ts';
import { findMentionable } from '#services/comments.ts';
import { sendCommentPicture } from '#services/discussion-pictures.ts';
import { below, color, from, radius, SHADOW, space } from '#styles/tokens.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentStates } from './CommentStates.tsx';
import { useScrollToComment } from './comment-link.ts';
import type { FindPeople } from './MentionsField.tsx';
import { PictureUpload } from './picture-upload.ts';
import { ThreadCard } from './ThreadCard.tsx';
import { ThreadList } from './thread-list-style.ts';
import { useComments } from './use-comments.ts';
import { type CommentState, stateOf, useLinkedThread, withLinked } from './use-linked-thread.ts';

/** Beside the content where there is room, over it at its side, a sheet at the bottom of a phone. */
const Panel = styled.section`
  position: fixed;
  z-index: 900;
  inset-block: 0;
  inset-inline-end: 0;
  display: grid;
  grid-template-rows: auto auto minmax(0, 1fr);
  gap: ${space(3)};
  width: min(400px, 100vw);
  padding: ${space(4)};
  border-inline-start: 1px solid ${color('line')};
  background: ${color('page')};
  box-shadow: ${SHADOW.floating};

  ${from('xl')} {
    position: sticky;
    z-index: auto;
    inset-block: 100px auto;
    width: auto;
    /* Within the screen, so that a short page does not scroll because of it. */
    height: calc(100dvh - 132px);
    margin: ${space(4)} 0 -40px;
    padding: 0 0 0 ${space(5)};
    background: transparent;
    box-shadow: none;
  }

  ${below('md')} {
    inset-block: auto 0;
    width: 100vw;
    height: min(78dvh, 720px);
    padding-bottom: calc(${space(4)} + env(safe-area-inset-bottom));
    border-inline-start: 0;
    border-top: 1px solid ${color('line')};
    border-radius: ${radius('card')} ${radius('card')} 0 0;
  }

  @media print {
    display: none;
  }
`;

const Top = styled.header`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  justify-content: space-between;

  > h2 {
    font-size: 16px;
  }
`;

const Scrolling = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(3)};
  min-width: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Pending = styled.blockquote`
  margin: 0 0 ${space(2)};
  padding-inline-start: ${space(3)};
  border-inline-start: 3px solid ${color('primary')};
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

type CommentsPanelProps = {
  item: Item;
  path: string;
  /** The comment that the address names. */
  linked: string | null;
  /** The text that the next comment is about; null for the whole item. */
  anchor: CommentAnchor | null;
  onAnchor: (anchor: CommentAnchor | null) => void;
  /** Threads whose text is not in the document any more. */
  gone: ReadonlySet<string>;
  /** The thread whose text was clicked. */
  active: string | null;
  /** Shows the text of a thread; null where texts can't be shown. */
  onShowAnchor: ((thread: Comment) => void) | null;
  onThreads: (threads: readonly Comment[]) => void;
  /** It was opened to write a comment. */
  isWriting: boolean;
  onClose: () => void;
};

/** The comments on an item: threads by state, and a field for a new one. */
export default function CommentsPanel({
  item,
  path,
  linked,
  anchor,
  onAnchor,
  gone,
  active,
  onShowAnchor,
  onThreads,
  isWriting,
  onClose,
}: CommentsPanelProps) {
  const intl = useIntl();
  const [state, setState] = useState<CommentState>('open');
  const control = useComments(item.id, state);
  const { list, repliedTo } = control;
  const panel = useRef<HTMLElement>(null);
  const find = async (q: string, signal: AbortSignal) => (await findMentionable(item.id, q, signal)).data;
  const mayComment = item.allowed.includes('item.comment');
  const pinned = useLinkedThread(item.id, linked, list.entries, (thread) => setState(stateOf(thread)));
  const shown = withLinked(list.entries, pinned.linked, state);
  const toast = useToast();
  const actions = {
    ...control,
    reply: async (thread: Comment, markdown: string) => {
      await control.reply(thread, markdown);
      // The reply is stored: where this fails, it shows with the next change.
      if (thread.id === pinned.linked?.thread.id) await pinned.showLatest().catch(() => undefined);
    },
    showEarlier: (thread: Comment) =>
      thread === pinned.linked?.thread ? showMore('earlier') : control.showEarlier(thread),
  };
  const showMore = async (side: 'earlier' | 'later') => {
    const problem = await pinned.showMore(side);
    if (problem !== null) toast({ tone: 'error', text: problem });
  };

  useEffect(() => onThreads(shown), [shown, onThreads]);
  useEffect(() => {
    if (repliedTo !== null) return scrollToReplyEnd();
  }, [repliedTo]);
  useScrollToComment(linked, shown, list.loading);
  useScrollToComment(active, shown, list.loading);
  useEscapeWithin(panel, onClose);
  useReturnedFocus(panel);

  const slow = useIsSlow(list.loading && shown.length === 0);
  const isEmpty = shown.length === 0 && !list.loading && list.error === null;
  return (
    <PictureUpload value={(file) => sendCommentPicture(item.id, file)}>
      <Panel ref={panel} aria-label={intl.formatMessage({ id: 'comments.title' })}>
        <PanelTop state={state} onState={setState} onClose={onClose} />
        <div>
          {mayComment && (
            <NewComment
              item={item}
              anchor={anchor}
              onAnchor={onAnchor}
              isWriting={isWriting}
              find={find}
              onSubmit={async (comment) => {
                await control.create(comment);
                setState('open');
              }}
            />
          )}
        </div>
        <Scrolling data-scrolls>
          {slow && <SkeletonList rows={3} />}
          {isEmpty && (
            <EmptyState
              title={<FormattedMessage id={state === 'open' ? 'comments.none' : 'comments.none_resolved'} />}
              text={
                state === 'open' && (
                  <FormattedMessage id={mayComment ? 'comments.none_text' : 'comments.none_reader_text'} />
                )
              }
            />
          )}
          {shown.length > 0 && (
            <ThreadList>
              {shown.map((thread) => (
                <ThreadCard
                  key={thread.id}
                  thread={thread}
                  actions={actions}
                  find={find}
                  title={item.title}
                  path={path}
                  linked={linked}
                  isActive={active === thread.id}
                  isReplied={repliedTo === thread.id}
                  isTextGone={gone.has(thread.id)}
                  around={thread === pinned.linked?.thread ? pinned.linked.around : null}
                  onMore={showMore}
                  onShowAnchor={
                    onShowAnchor && thread.anchor?.type === 'text' ? () => onShowAnchor(thread) : null
                  }
                />
              ))}
            </ThreadList>
          )}
          <ListFooter list={list} />
        </Scrolling>
      </Panel>
    </PictureUpload>
  );
}

type PanelTopProps = {
  state: CommentState;
  onState: (state: CommentState) => void;
  onClose: () => void;
};

/** The title of the panel, and which threads it shows. */
function PanelTop({ state, onState, onClose }: PanelTopProps) {
  const intl = useIntl();
  return (
    <Top>
      <h2>
        <FormattedMessage id="comments.title" />
      </h2>
      <CommentStates state={state} onState={onState} />
      <IconButton icon={X} label={intl.formatMessage({ id: 'comments.close' })} onClick={onClose} />
    </Top>
  );
}

type NewCommentProps = Pick<CommentsPanelProps, 'item' | 'anchor' | 'onAnchor' | 'isWriting'> & {
  find: FindPeople;
  onSubmit: (comment: CreateCommentRequest) => Promise<void>;
};

/** The field for a new comment, with what it is about. */
function NewComment({ item, anchor, onAnchor, isWriting, find, onSubmit }: NewCommentProps) {
  const intl = useIntl();
  return (
    <>
      {anchor && anchor.type !== 'time' && (
        <Pending>
          {anchor.type === 'text' ? <bdi>{anchor.quote}</bdi> : <FormattedMessage id="comments.about_row" />}
        </Pending>
      )}
      <CommentEditor
        key={anchor === null ? 'item' : 'text'}
        label={intl.formatMessage({ id: 'comments.new' })}
        placeholder={intl.formatMessage({ id: 'comments.placeholder' })}
        submit={<FormattedMessage id="comments.send" />}
        place={`item-${item.id}`}
        title={item.title}
        autoFocus={anchor !== null || (isWriting && !isOnTouchScreen())}
        find={find}
        onSubmit={(markdown) => onSubmit({ body: markdown, ...(anchor ? { anchor } : {}) })}
        onSent={() => onAnchor(null)}
        {...(anchor ? { onCancel: () => onAnchor(null) } : {})}
      />
    </>
  );
}

/** There, focus opens a keyboard over the comments. */
const isOnTouchScreen = () => window.matchMedia('(pointer: coarse)').matches;

/** Gives the focus back to what opened a panel, where it is inside when the panel closes. */
function useReturnedFocus(panel: RefObject<HTMLElement | null>) {
  // Before a field of the panel takes it.
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, [panel, opener]);
}

/** Closes a panel with the Escape key while the focus is inside it. */
function useEscapeWithin(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        panel.current?.contains(document.activeElement)
      )
        onClose();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [panel, onClose]);
}
