import { useRouter } from 'next/router';
import {
  type ComponentType,
  type KeyboardEvent,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextArea } from '#components/ui/control.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import { editableMentions, type MentionedPerson, mentionsAsMarkdown } from '#lib/text/mention-text.ts';
import { ANTD_CSS_ADDRESS } from '#styles/antd-address.ts';
import { color, space } from '#styles/tokens.ts';
import { readCommentDraft, saveCommentDraft } from './comment-draft.ts';
import type { FindPeople, MentionsFieldProps } from './MentionsField.tsx';
import { usePicturePaste } from './use-picture-paste.tsx';

const Form = styled.form`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  justify-content: flex-end;

  > p {
    flex: 1;
    margin: 0;
    color: ${color('quiet')};
    font-size: 12.5px;
  }
`;

const Problem = styled.p`
  margin: 0;
  color: ${color('error')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

type CommentEditorProps = {
  label: string;
  placeholder: string;
  submit: React.ReactNode;
  /** Where the text goes, for its draft: an item, a thread, a comment that is changed. */
  place: string;
  /** What the draft is listed as. */
  title: string;
  kind?: 'comment' | 'post';
  /** Markdown that is changed. */
  initial?: string;
  autoFocus?: boolean;
  find: FindPeople;
  /** Sends the text; the draft is kept where it fails, or where false says that something else is missing. */
  onSubmit: (markdown: string) => Promise<unknown>;
  /** What else is written there, between the text and its buttons. */
  children?: React.ReactNode;
  /** The text was sent, and is no draft any more. */
  onSent?: () => void;
  onCancel?: () => void;
};

type CommentDraft = Required<Pick<CommentEditorProps, 'initial' | 'place' | 'title' | 'kind'>>;

/** The text of a comment and whom it mentions, kept in this browser until it is sent. */
function useCommentDraft({ initial, place, title, kind }: CommentDraft) {
  const storage = useDraftStorage();
  const { hub } = useDraftLocation();
  const { asPath: path } = useRouter();
  const isHydrated = useIsHydrated();
  const [first, setFirst] = useState(() => editableMentions(initial));
  const [text, setText] = useState(first.text);
  const [people, setPeople] = useState<MentionedPerson[]>(first.people);
  const [isRestored, setRestored] = useState(false);
  // The server has no drafts: what it rendered is hydrated first.
  if (isHydrated && !isRestored) {
    setRestored(true);
    const draft = readCommentDraft(storage, place);
    if (draft !== null && text === first.text) {
      const restored = editableMentions(draft);
      setFirst(restored);
      setText(restored.text);
      setPeople(restored.people);
    }
  }
  const store = (markdown: string) => saveCommentDraft(storage, place, markdown, { kind, title, hub, path });
  return {
    text,
    /** It was typed in since it was opened or restored. */
    isChanged: text !== first.text,
    /** Something would be lost without the draft. */
    hasUnsavedText: text !== '' && text !== editableMentions(initial).text,
    markdown: () => mentionsAsMarkdown(text, people),
    change: (now: string) => {
      setText(now);
      const markdown = mentionsAsMarkdown(now, people);
      store(markdown === initial ? '' : markdown);
    },
    mention: (person: MentionedPerson) =>
      setPeople((known) => [...known.filter(({ name }) => name !== person.name), person]),
    /** Clears the draft; the text stays. */
    clearDraft: () => store(''),
    /** Clears the draft and empties the text. */
    clear: () => {
      store('');
      setText('');
    },
  };
}

/** Writes a comment or a reply as Markdown, with mentions; what is not sent is kept as a draft in this browser. */
export function CommentEditor({
  label,
  placeholder,
  submit,
  place,
  title,
  kind = 'comment',
  initial = '',
  autoFocus = false,
  find,
  children,
  onSubmit,
  onSent,
  onCancel,
}: CommentEditorProps) {
  const intl = useIntl();
  const id = useId();
  const draft = useCommentDraft({ initial, place, title, kind });
  const { text, mention } = draft;
  const [problem, setProblem] = useState<React.ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const [isWriting, setWriting] = useState(autoFocus);
  const WithMentions = useMentionsField(id, isWriting || text.includes('@'));

  const change = (now: string) => {
    draft.change(now);
    setProblem(null);
  };
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const pictures = usePicturePaste(
    (markdown) =>
      change(
        `${latest.current}${latest.current === '' || latest.current.endsWith('\n') ? '' : '\n'}${markdown}\n`,
      ),
    (error) => setProblem(failureText(error)),
  );

  const send = async () => {
    if (text.trim() === '') {
      setProblem(<FormattedMessage id="comments.empty_text" />);
      document.getElementById(id)?.focus();
      return;
    }
    setBusy(true);
    try {
      if ((await onSubmit(draft.markdown())) === false) return;
      draft.clear();
      onSent?.();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && onCancel && !draft.isChanged) {
      event.stopPropagation();
      onCancel();
    }
  };
  const control = {
    id,
    value: text,
    placeholder,
    autoFocus,
    'aria-label': label,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onKeyDown,
  };
  return (
    <Form
      {...pictures.handlers}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !pictures.isSending) void send();
      }}
    >
      {WithMentions ? (
        <WithMentions {...control} place={place} find={find} onChange={change} onMention={mention} />
      ) : (
        <TextArea
          {...control}
          rows={2}
          dir="auto"
          onFocus={() => setWriting(true)}
          onChange={({ target }) => change(target.value)}
        />
      )}
      {children}
      <div aria-live="polite">{problem && <Problem id={`${id}-problem`}>{problem}</Problem>}</div>
      <Row>
        {pictures.button}
        <p>{draft.hasUnsavedText && <FormattedMessage id="comments.stored_as_draft" />}</p>
        {onCancel && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              draft.clearDraft();
              onCancel();
            }}
          >
            {intl.formatMessage({ id: 'action.cancel' })}
          </Button>
        )}
        <Button size="small" type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
      </Row>
    </Form>
  );
}

type Field = ComponentType<MentionsFieldProps>;
const loadField = () => import('./MentionsField.tsx');
fetchWhenIdle(loadField);
/** The field with suggestions, once its code and CSS are loaded. */
let known: Field | null = null;

/** The field with suggestions, once somebody writes; the caret stays where it is. */
function useMentionsField(id: string, isWanted: boolean): Field | null {
  const [field, setField] = useState<Field | null>(() => known);
  const caret = useRef<number | null>(null);
  const isNeeded = isWanted && field === null;
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    Promise.all([loadField(), fetch(ANTD_CSS_ADDRESS, { signal: abort.signal })]).then(
      ([module]) => {
        if (abort.signal.aborted) return;
        known = module.MentionsField;
        const area = document.getElementById(id);
        const isActive = area instanceof HTMLTextAreaElement && area === document.activeElement;
        caret.current = isActive ? area.selectionStart : null;
        startTransition(() => setField(() => known));
      },
      (error: unknown) => {
        if (!abort.signal.aborted) console.warn('The suggestions of people did not load', error);
      },
    );
    return () => abort.abort();
  }, [id, isNeeded]);
  useEffect(() => {
    const area = document.getElementById(id);
    if (field === null || caret.current === null || !(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    area.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [id, field]);
  return field;
}
