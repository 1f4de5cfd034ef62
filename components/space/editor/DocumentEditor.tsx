import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useIsSlow } from '#components/ui/Skeleton.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Item } from '#lib/contract/item.ts';
import { space } from '#styles/tokens.ts';
import { EditorSurface } from './EditorSurface.tsx';
import { OtherWriters } from './OtherWriters.tsx';
import type { DocumentSaveState } from './save-state.ts';
import { useGuard } from './use-guard.ts';
import { type SharedDocument, useSharedDocument } from './use-shared-document.ts';

const [LeftMarkdown] = componentOnUse(() => import('./LeftMarkdown.tsx').then((file) => file.LeftMarkdown));

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

const CLOSED_MESSAGES = {
  gone: 'editor.gone',
  'too large': 'editor.too_large',
  outdated: 'editor.outdated',
  refused: 'editor.refused',
} as const;

/** What the reader has to know of the connection, if anything. */
function ConnectionNotice({ document: { status, connection } }: { document: SharedDocument }) {
  const { closeReason, canWrite, isUnsaved, isLoaded } = status;
  if (closeReason === 'signed out') return null;
  if (closeReason !== null)
    return (
      <Notice tone="error">
        <FormattedMessage id={CLOSED_MESSAGES[closeReason]} />{' '}
        {isUnsaved && <FormattedMessage id="editor.stored_locally" />}{' '}
        {closeReason !== 'gone' && closeReason !== 'outdated' && (
          <Button variant="link" onClick={() => connection.restart()}>
            <FormattedMessage id="action.retry" />
          </Button>
        )}
      </Notice>
    );
  if (isLoaded && !canWrite)
    return (
      <Notice tone="warning">
        <FormattedMessage id="editor.read_only" />{' '}
        {isUnsaved && <FormattedMessage id="editor.stored_locally" />}
      </Notice>
    );
  return null;
}

type DocumentEditorProps = {
  item: Item;
  /** The path under which the document is edited. */
  path: string;
  onSaveState: (state: DocumentSaveState) => void;
  /** The text is there to be written in: what was shown in its place can go. */
  onReady: () => void;
};

/**
 * A document that is written together. What is written is saved at once; what the server has not acknowledged stays in
 * this browser, and is sent again.
 */
export default function DocumentEditor({ item, path, onSaveState, onReady }: DocumentEditorProps) {
  const intl = useIntl();
  const document = useSharedDocument(item, path);
  const save = document?.save ?? 'saved';
  useEffect(() => onSaveState(save), [save, onSaveState]);
  const status = document?.status;
  const isGuarded = useGuard(status?.isUnsaved ?? false, document?.stored ?? 'none');
  const isLoaded = status?.isLoaded ?? false;
  const slow = useIsSlow(!isLoaded);

  if (!document || !status) return null;
  return (
    <Stack>
      {isGuarded && (
        <LeaveGuard
          text={
            <FormattedMessage id={document.stored === 'failed' ? 'item.leave_lost' : 'item.leave_stored'} />
          }
        />
      )}
      <ConnectionNotice document={document} />
      {document.leftMarkdown !== null && isLoaded && status.canWrite && (
        <LeftMarkdown document={document} markdown={document.leftMarkdown} />
      )}
      {!isLoaded && status.closeReason === null && status.hasFailed && (
        <ErrorState
          message={<FormattedMessage id={status.isFull ? 'item.editor_full' : 'item.editor_failed'} />}
          onRetry={() => document.connection.reconnect()}
        />
      )}
      {!isLoaded && !status.hasFailed && slow && (
        <VisuallyHidden role="status">{intl.formatMessage({ id: 'item.editor_loading' })}</VisuallyHidden>
      )}
      {isLoaded && status.closeReason !== 'gone' && (
        <>
          <OtherWriters presence={document.connection.presence} />
          <EditorSurface
            item={item}
            connection={document.connection}
            isEditable={status.canWrite && status.closeReason === null}
            onReady={onReady}
          />
        </>
      )}
    </Stack>
  );
}
