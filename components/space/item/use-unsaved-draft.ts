import { useCallback, useEffect, useState } from 'react';
import { useDraftStorage } from '#context/browser-storage.ts';
import { documentDraftSavedAt, removeDocumentDraft } from './document-draft.ts';

type UnsavedDraft = {
  /** In milliseconds since 1970; null where nothing was left unsaved. */
  savedAt: number | null;
  discard: () => void;
};

/** What was typed into a document here and never saved, while nobody is writing it; `null` looks for nothing. */
export function useUnsavedDraft(id: string | null): UnsavedDraft {
  const storage = useDraftStorage();
  const [keptAt, setKeptAt] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setKeptAt(id === null ? null : documentDraftSavedAt(storage, id));
    look();
    // Another tab keeps, saves or discards it.
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [storage, id]);
  const discard = useCallback(() => {
    if (id !== null) removeDocumentDraft(storage, id);
    setKeptAt(null);
  }, [storage, id]);
  return { savedAt: id === null ? null : keptAt, discard };
}
