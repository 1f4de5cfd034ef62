import { ListChecks } from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { CommentEditor } from '#components/space/comments/CommentEditor.tsx';
import { PictureUpload } from '#components/space/comments/picture-upload.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { useDraftStorage } from '#context/browser-storage.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import type { Post } from '#lib/contract/post.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';
import { sendPostPicture } from '#services/discussion-pictures.ts';
import { changePost, createPost, findPostMentionable } from '#services/posts.ts';
import { space } from '#styles/tokens.ts';
import {
  draftOfPoll,
  newPoll,
  type PollDraft,
  PollFields,
  type PollProblem,
  pollChange,
  storedPoll,
} from './PollFields.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type PostDialogProps = {
  slug: string;
  /** The discussion that is changed; none begins a new one. */
  post?: Post;
  onClose: () => void;
  onSaved: (post: Post) => void;
};

/** Begins a discussion, or changes an own one; what is not sent is kept as a draft in this browser. */
export function PostDialog({ slug, post, onClose, onSaved }: PostDialogProps) {
  const intl = useIntl();
  const titleId = useId();
  const storage = useDraftStorage();
  const place = post ? `post-edit-${post.id}` : `post-${slug}`;
  const titleKey = `draft-title-${place}`;
  const pollKey = `draft-poll-${place}`;
  const [title, setTitle] = useState(() => {
    const stored = readDraft(storage, titleKey);
    return typeof stored === 'string' ? stored : (post?.title ?? '');
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [poll, setPoll] = useState<PollDraft | null>(
    () => storedPoll(readDraft(storage, pollKey)) ?? (post?.poll ? draftOfPoll(post.poll) : null),
  );
  const hasVotes = (post?.poll?.voters ?? 0) > 0;
  const isFixed = hasVotes || post?.poll?.closed === true;
  const [pollProblem, setPollProblem] = useState<PollProblem | null>(null);
  const label = intl.formatMessage({ id: 'posts.title' });
  const changePoll = (changed: PollDraft | null) => {
    setPoll(changed);
    setPollProblem(null);
    if (changed) saveDraft(storage, pollKey, changed);
    else clearDraft(storage, pollKey);
  };
  const clearDrafts = () => {
    clearDraft(storage, titleKey);
    clearDraft(storage, pollKey);
  };

  return (
    <Modal
      open
      onClose={onClose}
      width={640}
      title={<FormattedMessage id={post ? 'posts.edit_title' : 'posts.new'} />}
    >
      <PictureUpload value={(file) => sendPostPicture(slug, file)}>
        <Parts>
          <TextField
            id={titleId}
            label={label}
            required
            maxLength={TITLE_MAX}
            dir="auto"
            data-autofocus
            value={title}
            error={problem}
            onChange={({ target }) => {
              setTitle(target.value);
              setProblem(null);
              saveDraft(storage, titleKey, target.value);
            }}
          />
          <CommentEditor
            label={intl.formatMessage({ id: 'posts.text' })}
            placeholder={intl.formatMessage({ id: 'posts.text_placeholder' })}
            submit={<FormattedMessage id={post ? 'comments.save' : 'posts.publish'} />}
            place={place}
            kind="post"
            title={title}
            initial={post?.body ?? ''}
            find={async (q, signal) => (await findPostMentionable(slug, q, signal)).data}
            onSubmit={async (body) => {
              if (title.trim() === '') {
                setProblem(message.required(label));
                document.getElementById(titleId)?.focus();
                return false;
              }
              const requested = isFixed ? undefined : pollChange(post?.poll ?? null, poll, Date.now());
              if (typeof requested === 'string') {
                setPollProblem(requested);
                return false;
              }
              const { data } = await (post
                ? changePost(post.id, { title, body, poll: requested })
                : createPost(slug, { title, body, poll: requested ?? undefined }));
              clearDrafts();
              onSaved(data);
            }}
            onCancel={() => {
              clearDrafts();
              onClose();
            }}
          >
            {!poll && (
              <div>
                <Button size="small" icon={ListChecks} onClick={() => changePoll(newPoll())}>
                  <FormattedMessage id="poll.add" />
                </Button>
              </div>
            )}
            {isFixed && (
              <p>
                <FormattedMessage id={hasVotes ? 'poll.voted' : 'poll.ended'} />
              </p>
            )}
            {poll && !isFixed && (
              <PollFields
                poll={poll}
                problem={pollProblem}
                onChange={changePoll}
                onRemove={() => changePoll(null)}
              />
            )}
          </CommentEditor>
        </Parts>
      </PictureUpload>
    </Modal>
  );
}
