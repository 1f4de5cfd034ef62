'use no memo';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { AskedForm } from './fill-data.ts';
import { type FillDraft, keepFillDraft } from './kept-draft.ts';

/** How long nobody types before it is kept, in milliseconds. */
const PAUSE_MS = 400;

/** `failed`: the browser keeps nothing for this page, so that leaving it loses what was typed. */
export type KeptState = 'nothing' | 'kept' | 'failed';

type Keeping = {
  state: KeptState;
  /** Keeps this soon. */
  keep(draft: FillDraft): void;
  /** Keeps at once what was to be kept soon. */
  flush(): void;
  /** Keeps nothing more of it: it was sent, or is to be forgotten. */
  stop(): void;
};

/** Keeps what is filled in while it is typed, and when the page goes away. */
export function useKeptDraft(storage: DraftStorage, slug: string, asked: AskedForm): Keeping {
  const [state, setState] = useState<KeptState>('nothing');
  const waiting = useRef<FillDraft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isStopped = useRef(false);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const draft = waiting.current;
    if (!draft || isStopped.current) return;
    waiting.current = null;
    setState(keepFillDraft(storage, slug, draft, asked) ? 'kept' : 'failed');
  }, [storage, slug, asked]);

  const keep = useCallback(
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

  // Only where leaving would lose something.
  useEffect(() => {
    if (state !== 'failed') return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isStopped.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  return { state, keep, flush, stop };
}
