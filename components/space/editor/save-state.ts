import type { DocumentStatus } from '#services/document-connection.ts';
import type { StoredState } from './unsaved-writing.ts';

/** What the page says of what is written; `offline`: the server doesn't have it, this browser does. */
export type DocumentSaveState = 'saved' | 'saving' | 'unsaved' | 'failed' | 'offline';

/** The save state that is true for a connection, and for what this browser keeps of it. */
export function documentSaveState(
  { isUnsaved, isConnected, canWrite, closeReason }: DocumentStatus,
  stored: StoredState,
): DocumentSaveState {
  if (!isUnsaved) return 'saved';
  if (closeReason !== null) return 'failed';
  if (stored === 'failed') return 'unsaved';
  if (isConnected && canWrite) return 'saving';
  return stored === 'stored' ? 'offline' : 'saving';
}
