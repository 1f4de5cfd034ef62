import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextArea } from '#components/ui/control.ts';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Field } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonBar, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import type { Item } from '#lib/contract/item.ts';
import { failureOf, fieldErrorsOf } from '#services/http.ts';
import { changeItem, currentItemOf, getContent, getItem } from '#services/item.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { readDocumentDraft, removeDocumentDraft, saveDocumentDraft } from './document-draft.ts';
import type { SaveState } from './use-item.ts';

/** Delay after the last keystroke before the draft is stored, in milliseconds. */
const DRAFT_PAUSE = 300;

const Stack = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Sides = styled.div<{ $two: boolean }>`
  display: grid;
  grid-template-columns: repeat(${({ $two }) => ($two ? 2 : 1)}, minmax(0, 1fr));
  gap: ${space(4)};
  align-items: start;

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Text = styled(TextArea)`
  min-height: 50vh;
  padding: ${space(4)};
  font-size: 16px;
  line-height: 1.7;
  field-sizing: content;
`;

const Theirs = styled.section`
  > h2 {
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 500;
  }

  > pre {
    max-height: 70vh;
    margin: 0;
    padding: ${space(4)};
    overflow: auto;
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
    font: inherit;
    font-size: 16px;
    line-height: 1.7;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Bar = styled(Acts)`
  position: sticky;
  bottom: 0;
  padding: ${space(3)} 0;
  background: ${color('page')};

  ${below('md')} {
    bottom: calc(72px + env(safe-area-inset-bottom));
  }
`;

type Loaded = { saved: string; revision: number };
type Theirs = { item: Item; text: string };

type DocumentEditorProps = {
  item: Item;
  /** The path under which the document is edited. */
  path: string;
  onSaveState: (state: SaveState) => void;
  onSaved: (item: Item) => void;
  /** Editing ended: `changed` when something was saved meanwhile. */
  onClose: (changed: boolean) => void;
};

/**
 * Edits a document's Markdown. The text is stored in this browser until it is saved; a text that somebody else saved
 * meanwhile is shown beside it, and neither is lost.
 */
export default function DocumentEditor({ item, path, onSaveState, onSaved, onClose }: DocumentEditorProps) {
  const intl = useIntl();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [text, setText] = useState('');
  const [restored, setRestored] = useState(false);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const slow = useIsSlow(loaded === null && failed === null);
  const { id, title } = item;
  const storage = useDraftStorage();
  const { hub } = useDraftLocation();
  /** Whether the browser can store the draft. */
  const [isKept, setKept] = useState(true);

  const load = useCallback(async () => {
    setFailed(null);
    try {
      const [content, current] = await Promise.all([getContent(id), getItem(id)]);
      const saved = content.data.markdown ?? '';
      const draft = readDocumentDraft(storage, id);
      const isLeft = draft !== null && draft.content !== saved;
      setText(isLeft ? draft.content : saved);
      setRestored(isLeft);
      setLoaded({ saved, revision: isLeft ? draft.revision : current.data.revision });
      requestAnimationFrame(() => field.current?.focus());
    } catch (error) {
      setFailed(error);
    }
  }, [id, storage]);
  useEffect(() => void load(), [load]);

  const isLoaded = loaded !== null;
  const isDirty = loaded !== null && text !== loaded.saved;
  const state: SaveState = busy ? 'saving' : problem || refusal ? 'failed' : isDirty ? 'unsaved' : 'saved';
  useEffect(() => onSaveState(state), [state, onSaveState]);

  const revision = loaded?.revision ?? 0;
  useEffect(() => {
    if (!isLoaded) return;
    if (!isDirty) return removeDocumentDraft(storage, id);
    const storeDraft = () => {
      const about = { kind: 'document', title, hub, path } as const;
      setKept(saveDocumentDraft(storage, id, { content: text, revision }, about));
    };
    const timer = setTimeout(storeDraft, DRAFT_PAUSE);
    window.addEventListener('pagehide', storeDraft);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', storeDraft);
      storeDraft();
    };
  }, [isLoaded, isDirty, id, text, revision, storage, title, hub, path]);

  /** @returns whether it is saved */
  const save = async (base: number): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    setRefusal(null);
    try {
      const { data } = await changeItem({ id, revision: base }, { content: text });
      setLoaded({ saved: text, revision: data.revision });
      setTheirs(null);
      setRestored(false);
      setChanged(true);
      onSaved(data);
      return true;
    } catch (error) {
      const current = currentItemOf(error);
      if (current) {
        try {
          setTheirs({ item: current, text: (await getContent(id)).data.markdown ?? '' });
        } catch (unread) {
          setRefusal(unread);
        }
      } else {
        const refused = failureOf(error) ? (fieldErrorsOf(error).content ?? null) : null;
        if (refused) setProblem(refused);
        else setRefusal(error);
      }
      return false;
    } finally {
      setBusy(false);
    }
  };

  const done = async () => {
    if (!isDirty) onClose(changed);
    else if (await save(revision)) onClose(true);
  };

  const drop = () => {
    if (loaded) setText(loaded.saved);
    removeDocumentDraft(storage, id);
    setRestored(false);
    // The draft may have been older than the saved text.
    void load();
  };
  const take = ({ item: current, text: their }: Theirs) => {
    setText(their);
    setLoaded({ saved: their, revision: current.revision });
    setTheirs(null);
    setChanged(true);
    onSaved(current);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!busy && !theirs) void save(revision);
  };

  if (failed !== null) {
    return <ErrorState message={<FormattedMessage id="item.editor_failed" />} onRetry={() => void load()} />;
  }
  if (!loaded) {
    return (
      <Stack role="status" aria-label={intl.formatMessage({ id: 'item.editor_loading' })}>
        {slow &&
          [90, 100, 70, 95].map((width) => <SkeletonBar key={width} $width={`${width}%`} $height={16} />)}
      </Stack>
    );
  }
  return (
    <Stack onKeyDown={onKeyDown}>
      {isDirty && (
        <LeaveGuard text={<FormattedMessage id={isKept ? 'item.leave_kept' : 'item.leave_lost'} />} />
      )}
      {restored && !theirs && (
        <Notice>
          <FormattedMessage id="item.editor_draft" />{' '}
          <Button variant="link" onClick={drop}>
            <FormattedMessage id="item.editor_draft_drop" />
          </Button>
        </Notice>
      )}
      {theirs && (
        <Notice tone="warning">
          <Stack>
            <span>
              <FormattedMessage id="item.conflict" />
            </span>
            <Acts>
              <Button size="small" busy={busy} onClick={() => void save(theirs.item.revision)}>
                <FormattedMessage id="item.conflict_mine" />
              </Button>
              <Button size="small" onClick={() => take(theirs)}>
                <FormattedMessage id="item.conflict_take" />
              </Button>
            </Acts>
          </Stack>
        </Notice>
      )}
      {refusal !== null && (
        <ErrorState message={failureText(refusal)} retrying={busy} onRetry={() => void save(revision)} />
      )}
      <Sides $two={theirs !== null}>
        <Field
          label={<FormattedMessage id="item.editor" />}
          required
          error={problem}
          help={<FormattedMessage id="item.editor_help" />}
        >
          {(own) => (
            <Text
              {...own}
              ref={field}
              dir="auto"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(null);
                setRefusal(null);
              }}
            />
          )}
        </Field>
        {theirs && (
          <Theirs>
            <h2>
              <FormattedMessage id="item.conflict_theirs" />
            </h2>
            <pre dir="auto">{theirs.text}</pre>
          </Theirs>
        )}
      </Sides>
      {!theirs && (
        <Bar>
          <Button variant="primary" busy={busy} disabled={!isDirty} onClick={() => void save(revision)}>
            <FormattedMessage id="item.editor_save" />
          </Button>
          <Button disabled={busy} onClick={() => void done()}>
            <FormattedMessage id="item.editor_done" />
          </Button>
        </Bar>
      )}
    </Stack>
  );
}
