'use no memo';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { LocalizedForm } from './fill-data.ts';
import { type FillDraft, saveFillDraft } from './fill-draft.ts';

/** Pause in typing before the draft is saved, in milliseconds. */
const PAUSE_MS = 400;

/** `failed`: the browser can't store the draft, so that leaving the page loses the input. */
export type DraftSaveState = 'nothing' | 'saved' | 'failed';

type DraftSaving = {
  state: DraftSaveState;
  /** Saves this after a pause in typing. */
  scheduleSave(draft: FillDraft): void;
  /** Saves pending changes immediately. */
  flush(): void;
  /** Stops saving: the draft was sent or discarded. */
  stop(): void;
};

/** Saves the draft while it is typed, and when the page is hidden. */
export function useFillDraft(storage: DraftStorage, slug: string, definition: LocalizedForm): DraftSaving {
  const [state, setState] = useState<DraftSaveState>('nothing');
  const waiting = useRef<FillDraft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isStopped = useRef(false);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const draft = waiting.current;
    if (!draft || isStopped.current) return;
    waiting.current = null;
    setState(saveFillDraft(storage, slug, draft, definition) ? 'saved' : 'failed');
  }, [storage, slug, definition]);

  const save = useCallback(
    (draft: FillDraft) => {
      if (isStopped.current) return;
      waiting.current = draft;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    },
    [flush],
  );

  const stop = useCallback(() => {
    isStopped.current = true;
    waiting.current = null;
    clearTimeout(timer.current);
  }, []);

  useEffect(() => {
    isStopped.current = false;
    const hide = () => flush();
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', hide);
      flush();
    };
  }, [flush]);

  // Only where leaving would lose input.
  useEffect(() => {
    if (state !== 'failed') return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isStopped.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  return { state, scheduleSave: save, flush, stop };
}
