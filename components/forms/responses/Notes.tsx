import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { type FormEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import { NOTE_MAX } from '#lib/contract/submission-limits.ts';
import type { SubmissionNote } from '#lib/contract/submissions.ts';
import * as message from '#lib/text/messages.ts';
import { createNote, deleteNote } from '#services/submissions.ts';
import { color, space } from '#styles/tokens.ts';
import { readNoteDraft, saveNoteDraft } from './note-draft.ts';
import { PanelSection } from './panel-section-style.ts';

const Confirm = lazyDialog(() => import('#components/ui/Confirm.tsx').then((file) => file.Confirm));

const List = styled.ol`
  p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const By = styled.div`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  justify-content: space-between;
  color: ${color('quiet')};
  font-size: 13px;

  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Writing = styled.form`
  display: grid;
  gap: ${space(2)};
  justify-items: start;

  > :first-child {
    width: 100%;
  }
`;

const Send = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(3)};
  align-items: center;
`;

type NotesProps = {
  formId: string;
  formTitle: string;
  submissionId: string;
  notes: readonly SubmissionNote[];
  onChange: (notes: SubmissionNote[]) => void;
};

/** Those that are there, with a button for each that may be deleted. */
function NoteList({ formId, submissionId, notes, onChange }: Omit<NotesProps, 'formTitle'>) {
  const intl = useIntl();
  const toast = useToast();
  /** What somebody left who is not here, while it is confirmed that it is to be deleted. */
  const [leaving, setLeaving] = useState<SubmissionNote | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeBack = async (note: SubmissionNote) => {
    onChange(notes.filter(({ id }) => id !== note.id));
    try {
      await deleteNote(formId, submissionId, note.id);
      toast({ tone: 'success', text: intl.formatMessage({ id: 'submissions.note_deleted' }) });
    } catch (error) {
      onChange([...notes]);
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const deleteLeft = async (note: SubmissionNote) => {
    await deleteNote(formId, submissionId, note.id);
    setLeaving(null);
    onChange(notes.filter(({ id }) => id !== note.id));
    toast({ tone: 'success', text: intl.formatMessage({ id: 'submissions.note_deleted' }) });
    // The button that had it no longer exists.
    heading.current?.focus();
  };
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        <FormattedMessage id="submissions.notes" />
      </h3>
      {notes.length > 0 && (
        <List>
          {notes.map((note) => (
            <li key={note.id}>
              <By>
                <span>
                  <bdi>{note.author?.name ?? intl.formatMessage({ id: 'submissions.someone' })}</bdi>
                  {' · '}
                  <RelativeTime value={note.created_at} />
                </span>
                {note.may_delete && (
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label={intl.formatMessage({ id: 'submissions.note_delete' })}
                    onClick={() => (note.is_mine ? void takeBack(note) : setLeaving(note))}
                  />
                )}
              </By>
              <p dir="auto">{note.body}</p>
            </li>
          ))}
        </List>
      )}
      {leaving && (
        <Confirm
          danger
          title={<FormattedMessage id="submissions.note_delete_title" />}
          text={<FormattedMessage id="submissions.note_delete_text" />}
          submit={<FormattedMessage id="submissions.note_delete_submit" />}
          onConfirm={() => deleteLeft(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

/** The team's notes on a submission. */
export function Notes({ formId, formTitle, submissionId, notes, onChange }: NotesProps) {
  const intl = useIntl();
  const storage = useDraftStorage();
  const { hub } = useDraftLocation();
  const { asPath } = useRouter();
  const saveDraft = (body: string) =>
    saveNoteDraft(storage, submissionId, body, { kind: 'note', title: formTitle, hub, path: asPath });
  const [typed, setTyped] = useState(() => readNoteDraft(storage, submissionId));
  const [problem, setProblem] = useState<React.ReactNode>(null);
  const [busy, setBusy] = useState(false);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') {
      setProblem(message.required(intl.formatMessage({ id: 'submissions.note' })));
      return;
    }
    setBusy(true);
    try {
      const { data } = await createNote(formId, submissionId, typed);
      onChange([...notes, data]);
      setTyped((now) => (now === typed ? '' : now));
      if (readNoteDraft(storage, submissionId) === typed) saveDraft('');
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PanelSection>
      <NoteList {...{ formId, submissionId, notes, onChange }} />
      <Writing onSubmit={(event) => void add(event)}>
        <TextAreaField
          required
          label={<FormattedMessage id="submissions.note" />}
          help={<FormattedMessage id="submissions.notes_help" />}
          rows={2}
          maxLength={NOTE_MAX}
          value={typed}
          error={problem}
          onChange={({ target }) => {
            setTyped(target.value);
            saveDraft(target.value);
            setProblem(null);
          }}
        />
        <Send>
          <Button type="submit" busy={busy}>
            <FormattedMessage id="submissions.note_add" />
          </Button>
          <span role="status">
            {typed !== '' && (
              <Badge tone="warning">
                <FormattedMessage id="submissions.note_unsaved" />
              </Badge>
            )}
          </span>
        </Send>
      </Writing>
    </PanelSection>
  );
}
