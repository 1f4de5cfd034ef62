import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { CommentReply } from '#lib/contract/comment.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentHtml } from './CommentHtml.tsx';
import { commentElementId } from './comment-link.ts';
import type { FindPeople } from './MentionsField.tsx';
import { ReactionMenu, Reactions } from './Reactions.tsx';

const Card = styled.article`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr);
  gap: ${space(1)} ${space(2)};
  padding: ${space(2)};
  border-radius: ${radius('control')};
  scroll-margin-block: 120px;

  &[data-linked] {
    background: ${color('primaryTint')};
  }
`;

const By = styled.header`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  min-width: 0;
  min-height: 28px;
  font-size: 13px;

  > strong {
    min-width: 0;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > span {
    flex: none;
    color: ${color('quiet')};
  }
`;

const Buttons = styled.div`
  display: flex;
  flex: none;
  margin-inline-start: auto;
`;

const Content = styled.div`
  display: grid;
  grid-column: 2;
  gap: ${space(2)};
  min-width: 0;
`;

const Gone = styled.p`
  margin: 0;
  color: ${color('quiet')};
  font-size: 14px;
  font-style: italic;
`;

/** What can be done to a comment; each resolves when the server has done it. */
export type CommentActions = {
  change: (comment: CommentReply, markdown: string) => Promise<void>;
  remove: (comment: CommentReply) => Promise<void>;
  react: (comment: CommentReply, emoji: string, isOn: boolean) => void;
};

type CommentCardProps = {
  comment: CommentReply;
  actions: CommentActions;
  find: FindPeople;
  /** What drafts are listed as. */
  title: string;
  /** The address of its page. */
  path: string;
  /** The address names it: it is highlighted. */
  isLinked: boolean;
};

type CommentActs = { onEdit: () => void; onDelete: () => void };

/** The menu of a comment: its link, and what its reader may do with it. */
function useCommentEntries(
  { id, allowed }: CommentReply,
  path: string,
  { onEdit, onDelete }: CommentActs,
): MenuEntry[] {
  const intl = useIntl();
  const toast = useToast();
  const copyLink = async () => {
    const isCopied = await copyText(`${window.location.origin}${path}#${commentElementId(id)}`);
    toast(
      isCopied
        ? { tone: 'success', text: intl.formatMessage({ id: 'comments.link_copied' }) }
        : { tone: 'error', text: intl.formatMessage({ id: 'comments.link_not_copied' }) },
    );
  };
  const entries: MenuEntry[] = [
    { label: <FormattedMessage id="comments.copy_link" />, icon: Link2, onSelect: () => void copyLink() },
  ];
  if (allowed.includes('change'))
    entries.push({ label: <FormattedMessage id="comments.edit" />, icon: Pencil, onSelect: onEdit });
  if (allowed.includes('delete'))
    entries.push(
      { separator: true },
      { label: <FormattedMessage id="comments.delete" />, icon: Trash2, danger: true, onSelect: onDelete },
    );
  return entries;
}

/** When a comment was written, and whether it was changed or came with an import. */
function CommentTimes({ comment }: { comment: CommentReply }) {
  return (
    <span>
      <RelativeTime value={comment.created_at} />
      {comment.edited_at && (
        <>
          {' · '}
          <FormattedMessage id="comments.edited" />
        </>
      )}
      {comment.imported && (
        <>
          {' · '}
          <FormattedMessage id="comments.imported" />
        </>
      )}
    </span>
  );
}

/** One comment or reply: who, when, the text, reactions, and what the reader may do with it. */
export function CommentCard({ comment, actions, find, title, path, isLinked }: CommentCardProps) {
  const intl = useIntl();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { author } = comment;
  const may = (action: CommentReply['allowed'][number]) => comment.allowed.includes(action);
  const entries = useCommentEntries(comment, path, {
    onEdit: () => setEditing(true),
    onDelete: () => setDeleting(true),
  });
  const name = author.name || intl.formatMessage({ id: 'comments.somebody' });

  return (
    <Card
      id={commentElementId(comment.id)}
      aria-label={intl.formatMessage({ id: 'comments.by' }, { name })}
      data-linked={isLinked || undefined}
      tabIndex={-1}
    >
      <Avatar name={name} seed={author.id || name} src={author.avatar_url} size={28} />
      <By>
        <strong title={name}>
          <bdi>{name}</bdi>
        </strong>
        <CommentTimes comment={comment} />
        {!comment.deleted_at && (
          <Buttons>
            {may('react') && (
              <ReactionMenu
                reactions={comment.reactions}
                onToggle={(emoji, isOn) => actions.react(comment, emoji, isOn)}
              />
            )}
            <Menu entries={entries} align="end">
              {(trigger) => (
                <IconButton
                  {...trigger}
                  size="small"
                  icon={Ellipsis}
                  label={intl.formatMessage({ id: 'comments.more' }, { name })}
                />
              )}
            </Menu>
          </Buttons>
        )}
      </By>
      <Content>
        {comment.deleted_at ? (
          <Gone>
            <FormattedMessage id="comments.deleted" />
          </Gone>
        ) : editing ? (
          <CommentEditor
            label={intl.formatMessage({ id: 'comments.edit' })}
            placeholder={intl.formatMessage({ id: 'comments.placeholder' })}
            submit={<FormattedMessage id="comments.save" />}
            place={`edit-${comment.id}`}
            title={title}
            initial={comment.body}
            autoFocus
            find={find}
            onSubmit={async (markdown) => {
              await actions.change(comment, markdown);
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <CommentHtml html={comment.html} />
        )}
        {!comment.deleted_at && !editing && (
          <Reactions
            reactions={comment.reactions}
            onToggle={may('react') ? (emoji, isOn) => actions.react(comment, emoji, isOn) : null}
          />
        )}
      </Content>
      {deleting && (
        <Confirm
          title={<FormattedMessage id="comments.delete_title" />}
          text={<FormattedMessage id="comments.delete_text" />}
          submit={<FormattedMessage id="comments.delete" />}
          danger
          onConfirm={async () => {
            await actions.remove(comment);
            setDeleting(false);
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Card>
  );
}
