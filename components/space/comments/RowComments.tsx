import { useEffect, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { scrollToReplyEnd } from '#components/ui/scroll-to-reply.ts';
import type { Item } from '#lib/contract/item.ts';
import { findMentionable } from '#services/comments.ts';
import { sendCommentPicture } from '#services/discussion-pictures.ts';
import { color, space } from '#styles/tokens.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentStates } from './CommentStates.tsx';
import { useLinkedComment, useScrollToComment } from './comment-link.ts';
import { PictureUpload } from './picture-upload.ts';
import { ThreadCard } from './ThreadCard.tsx';
import { ThreadList } from './thread-list-style.ts';
import { useComments } from './use-comments.ts';
import type { CommentState } from './use-linked-thread.ts';

const Section = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  margin-block: ${space(6)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color('line')};

  @media print {
    display: none;
  }
`;

const Top = styled.header`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  justify-content: space-between;

  > h3 {
    font-size: 16px;
  }

  > h3 > span {
    color: ${color('quiet')};
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;

const None = styled.p`
  color: ${color('quiet')};
`;

type RowCommentsProps = {
  item: Item;
  /** The address of the item's page. */
  path: string;
  row: string;
};

/** The comments on a row of a table, in the page of the row: its threads by state, and a field for a new one. */
export default function RowComments({ item, path, row }: RowCommentsProps) {
  const intl = useIntl();
  const titleId = useId();
  const [state, setState] = useState<CommentState>('open');
  const control = useComments(item.id, state, row);
  const { list, repliedTo } = control;
  const linked = useLinkedComment();
  const find = async (q: string, signal: AbortSignal) => (await findMentionable(item.id, q, signal)).data;
  const mayComment = item.allowed.includes('item.comment');
  useScrollToComment(linked, list.entries, list.loading);
  useEffect(() => {
    if (repliedTo !== null) return scrollToReplyEnd();
  }, [repliedTo]);
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const isEmpty = list.entries.length === 0 && !list.loading && list.error === null;
  return (
    <PictureUpload value={(file) => sendCommentPicture(item.id, file)}>
      <Section aria-labelledby={titleId}>
        <Top>
          <h3 id={titleId}>
            <FormattedMessage id="comments.title" />{' '}
            {list.entries.length > 0 && (
              <span>
                {list.entries.length}
                {list.hasMore && '+'}
              </span>
            )}
          </h3>
          <CommentStates state={state} onState={setState} />
        </Top>
        {slow && <SkeletonList rows={2} />}
        {isEmpty && (
          <None>
            <FormattedMessage id={state === 'open' ? 'comments.none' : 'comments.none_resolved'} />
          </None>
        )}
        {list.entries.length > 0 && (
          <ThreadList>
            {list.entries.map((thread) => (
              <ThreadCard
                key={thread.id}
                // What all of them are about is the page.
                thread={{ ...thread, anchor: null }}
                actions={control}
                find={find}
                title={item.title}
                path={path}
                linked={linked}
                isActive={false}
                isReplied={repliedTo === thread.id}
                isTextGone={false}
                around={null}
                onMore={() => Promise.resolve()}
                onShowAnchor={null}
              />
            ))}
          </ThreadList>
        )}
        <ListFooter list={list} />
        {mayComment && (
          <CommentEditor
            key={row}
            label={intl.formatMessage({ id: 'comments.new' })}
            placeholder={intl.formatMessage({ id: 'comments.placeholder' })}
            submit={<FormattedMessage id="comments.send" />}
            place={`row-${row}`}
            title={item.title}
            find={find}
            onSubmit={async (markdown) => {
              await control.create({ body: markdown, anchor: { type: 'row', row_id: row } });
              setState('open');
            }}
          />
        )}
      </Section>
    </PictureUpload>
  );
}
