import { useCallback, useEffect, useState } from 'react';
import { useDraftStorage } from '#context/browser-storage.ts';
import { documentDraftSavedAt, removeDocumentDrafts } from '#lib/browser/document-draft.ts';

export type UnsavedDraft = {
  /** In milliseconds since 1970; null where there is no draft. */
  savedAt: number | null;
  discard: () => void;
};

/** The unsaved draft of a document in this browser, while it isn't being edited; `null` checks nothing. */
export function useUnsavedDraft(id: string | null): UnsavedDraft {
  const storage = useDraftStorage();
  const [savedAt, setSavedAt] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setSavedAt(id === null ? null : documentDraftSavedAt(storage, id));
    look();
    // Another tab may store, save or discard it.
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [storage, id]);
  const deleteDraft = useCallback(() => {
    if (id !== null) removeDocumentDrafts(storage, id);
    setSavedAt(null);
  }, [storage, id]);
  return { savedAt: id === null ? null : savedAt, discard: deleteDraft };
}
