import { Check, CornerDownRight, MessageSquareQuote, RotateCcw, Rows3, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import type { Comment, CommentAnchor } from '#lib/contract/comment.ts';
import { REPLY_END_ID } from '#lib/text/constants.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { type CommentActions, CommentCard } from './CommentCard.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import type { FindPeople } from './MentionsField.tsx';
import type { RepliesAround } from './use-linked-thread.ts';

const Box = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};
  padding: ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  &[data-active] {
    border-color: ${color('primary')};
  }
`;

const Quote = styled.button`
  display: flex;
  gap: ${space(2)};
  align-items: flex-start;
  width: 100%;
  padding: ${space(2)};
  border: 0;
  border-radius: ${radius('control')};
  background: ${color('hover')};
  color: ${color('quiet')};
  font-size: 13px;
  text-align: start;

  > span {
    display: -webkit-box;
    min-width: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }

  > svg {
    flex: none;
    margin-top: 3px;
  }
`;

const Gone = styled.p`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  margin: 0;
  padding-inline: ${space(2)};
  color: ${color('warning')};
  font-size: 12.5px;
`;

const Replies = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-inline-start: ${space(4)};
`;

const Foot = styled.div`
  display: flex;
  gap: ${space(1)};
  align-items: center;
  padding-inline-start: ${space(1)};

  > :last-child:not(:first-child) {
    margin-inline-start: auto;
  }
`;

const ReplyField = styled.div`
  padding: ${space(2)};
`;

const Resolved = styled.p`
  margin: 0;
  padding-inline: ${space(2)};
  color: ${color('quiet')};
  font-size: 12.5px;
`;

type ThreadCardProps = {
  thread: Comment;
  actions: CommentActions & {
    reply: (thread: Comment, markdown: string) => Promise<void>;
    resolve: (thread: Comment, isResolved: boolean) => Promise<void>;
    showEarlier: (thread: Comment) => Promise<void>;
  };
  find: FindPeople;
  title: string;
  path: string;
  linked: string | null;
  isActive: boolean;
  /** Somebody has just replied here: the end of the replies is what the page scrolls to. */
  isReplied: boolean;
  /** The text that it is about is not in the document any more. */
  isTextGone: boolean;
  /** Others above and below the shown replies; null where those are the latest. */
  around: RepliesAround | null;
  onMore: (side: 'earlier' | 'later') => Promise<void>;
  /** Shows what it is about; null where there is nothing to show. */
  onShowAnchor: (() => void) | null;
};

/** A thread: what it is about, its first comment, the replies, and a field for another one. */
export function ThreadCard({
  thread,
  actions,
  find,
  title,
  path,
  linked,
  isActive,
  isReplied,
  isTextGone,
  around,
  onMore,
  onShowAnchor,
}: ThreadCardProps) {
  const intl = useIntl();
  const [replying, setReplying] = useState(false);
  const [busy, setBusy] = useState(false);
  const may = (action: Comment['allowed'][number]) => thread.allowed.includes(action);
  const isResolved = thread.resolved_at !== null;
  const earlier = around ? Number(around.after !== null) : thread.reply_count - thread.replies.length;
  const shared = { actions, find, title, path };

  const whileBusy = async (act: () => Promise<void>) => {
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  return (
    <Box data-active={isActive || undefined}>
      {thread.anchor && (
        <AnchorQuote anchor={thread.anchor} path={path} onShow={isTextGone ? null : onShowAnchor} />
      )}
      {isTextGone && (
        <Gone>
          <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
          <FormattedMessage id="comments.text_gone" />
        </Gone>
      )}
      <CommentCard {...shared} comment={thread} isLinked={linked === thread.id} />
      {(thread.replies.length > 0 || earlier > 0) && (
        <Replies>
          {earlier > 0 && (
            <MoreReplies
              busy={busy}
              onClick={() => void whileBusy(() => (around ? onMore('earlier') : actions.showEarlier(thread)))}
            >
              {around ? (
                <FormattedMessage id="comments.before" />
              ) : (
                <FormattedMessage id="comments.earlier" values={{ count: earlier }} />
              )}
            </MoreReplies>
          )}
          {thread.replies.map((one) => (
            <CommentCard {...shared} key={one.id} comment={one} isLinked={linked === one.id} />
          ))}
          {around?.hasLater && (
            <MoreReplies busy={busy} onClick={() => void whileBusy(() => onMore('later'))}>
              <FormattedMessage id="comments.later" />
            </MoreReplies>
          )}
        </Replies>
      )}
      {isReplied && <div id={REPLY_END_ID} />}
      {thread.resolved_by && (
        <Resolved>
          <FormattedMessage
            id="comments.resolved_by"
            values={{ name: <bdi>{thread.resolved_by.name}</bdi> }}
          />
        </Resolved>
      )}
      {replying ? (
        <ReplyField>
          <CommentEditor
            label={intl.formatMessage({ id: 'comments.reply' })}
            placeholder={intl.formatMessage({ id: 'comments.reply_placeholder' })}
            submit={<FormattedMessage id="comments.reply" />}
            place={`reply-${thread.id}`}
            title={title}
            autoFocus
            find={find}
            onSubmit={async (markdown) => {
              await actions.reply(thread, markdown);
              setReplying(false);
            }}
            onCancel={() => setReplying(false)}
          />
        </ReplyField>
      ) : (
        <Foot>
          {may('reply') && (
            <Button size="small" variant="quiet" icon={CornerDownRight} onClick={() => setReplying(true)}>
              <FormattedMessage id="comments.reply" />
            </Button>
          )}
          {may('resolve') && (
            <IconButton
              size="small"
              icon={isResolved ? RotateCcw : Check}
              aria-busy={busy || undefined}
              label={intl.formatMessage({ id: isResolved ? 'comments.reopen' : 'comments.resolve' })}
              onClick={() => void whileBusy(() => actions.resolve(thread, !isResolved))}
            />
          )}
        </Foot>
      )}
    </Box>
  );
}

function MoreReplies(props: { busy: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <div>
      <Button size="small" variant="quiet" {...props} />
    </div>
  );
}

/** A row has an address: the table's page begins there. */
function RowQuote({ path, rowId }: { path: string; rowId: string }) {
  return (
    <Quote as={Link} href={`${path}?${new URLSearchParams({ row: rowId })}`}>
      <Rows3 aria-hidden size={14} strokeWidth={1.75} />
      <span>
        <FormattedMessage id="comments.about_row" />
      </span>
    </Quote>
  );
}

type AnchorQuoteProps = { anchor: CommentAnchor; path: string; onShow: (() => void) | null };

function AnchorQuote({ anchor, path, onShow }: AnchorQuoteProps) {
  const intl = useIntl();
  if (anchor.type === 'row') return <RowQuote path={path} rowId={anchor.row_id} />;
  const text =
    anchor.type === 'text'
      ? anchor.quote
      : intl.formatMessage(
          { id: 'comments.about_time' },
          {
            time: `${Math.floor(anchor.at_seconds / 60)}:${String(Math.floor(anchor.at_seconds % 60)).padStart(2, '0')}`,
          },
        );
  return (
    <Quote
      type="button"
      disabled={onShow === null}
      title={onShow ? intl.formatMessage({ id: 'comments.show_text' }) : undefined}
      onClick={() => onShow?.()}
    >
      <MessageSquareQuote aria-hidden size={14} strokeWidth={1.75} />
      <span>{text}</span>
    </Quote>
  );
}
