import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import { getUser } from '#services/account.ts';
import { subscribeToChangeEvents } from '#services/change-events.ts';
import { DocumentConnection, type DocumentStatus } from '#services/document-connection.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';
import { type DocumentSaveState, documentSaveState } from './save-state.ts';
import { type StoredState, UnsavedWriting } from './unsaved-writing.ts';

type Opened = { connection: DocumentConnection; writing: UnsavedWriting; markdown: string | null };

export type SharedDocument = {
  connection: DocumentConnection;
  status: DocumentStatus;
  save: DocumentSaveState;
  /** Whether this browser stored what is unsaved. */
  stored: StoredState;
  /** A text that an earlier version of the app left unsaved in this browser. */
  leftMarkdown: string | null;
  removeMarkdown: () => void;
};

const noSubscription = () => () => undefined;

const isMissing = (error: unknown) => {
  const failure = failureOf(error);
  return failure?.status === 404 || failure?.status === 403;
};

/**
 * Opens a document to be written together while the screen is there; `path` is where a draft of it is continued.
 * @returns null until the browser opened it
 */
export function useSharedDocument({ id, title }: Item, path: string): SharedDocument | null {
  const storage = useDraftStorage();
  const { hub: hubName } = useDraftLocation();
  const { hub } = useShell();
  const [opened, setOpened] = useState<Opened | null>(null);
  const about = useRef({ kind: 'document' as const, title, hub: hubName, path });
  useEffect(() => {
    about.current = { kind: 'document', title, hub: hubName, path };
  }, [title, hubName, path]);

  useEffect(() => {
    const connection = new DocumentConnection({
      itemId: id,
      isReadable: async () => {
        try {
          await getItem(id);
          return true;
        } catch (error) {
          return !isMissing(error);
        }
      },
    });
    const writing = new UnsavedWriting(connection, { storage, id, about: () => about.current });
    const markdown = writing.adopt();
    connection.reconnect();
    setOpened({ connection, writing, markdown });
    return () => writing.leave();
  }, [id, storage]);

  const { connection, writing } = opened ?? {};
  const status = useSyncExternalStore(
    connection?.subscribe ?? noSubscription,
    () => connection?.status() ?? null,
    () => null,
  );
  const stored = useSyncExternalStore(
    writing?.subscribe ?? noSubscription,
    () => writing?.state() ?? 'none',
    () => 'none' as const,
  );

  const isSignedOut = status?.closeReason === 'signed out';
  useEffect(() => {
    // The response to any request says why the session ended.
    if (isSignedOut) void getUser().catch(() => undefined);
  }, [isSignedOut]);
  // The hub's own socket is open again: somebody signed in again, or the server is back.
  const handle = hub?.domain_handle ?? null;
  useEffect(() => {
    if (!handle) return;
    return subscribeToChangeEvents(handle, {
      onChangeEvent: () => undefined,
      onReopen: () => connection?.restart(),
    });
  }, [handle, connection]);

  const removeMarkdown = useCallback(() => {
    writing?.removeMarkdown();
    setOpened((before) => before && { ...before, markdown: null });
  }, [writing]);
  if (!opened || !status) return null;
  return {
    connection: opened.connection,
    status,
    save: documentSaveState(status, stored),
    stored,
    leftMarkdown: opened.markdown,
    removeMarkdown,
  };
}
