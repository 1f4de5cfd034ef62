import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { LoadFailure } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { OpenMenu, TableMenu } from './TableMenu.tsx';

type Shown = { menu: OpenMenu; Component: typeof TableMenu };

let loaded: Shown['Component'] | null = null;

async function loadMenu(): Promise<Shown['Component']> {
  loaded = (await import('./TableMenu.tsx')).TableMenu;
  return loaded;
}
fetchWhenIdle(loadMenu);

/** What somebody does instead of waiting for a menu. */
const OTHER_ACTS = ['keydown', 'pointerdown', 'wheel'];

/**
 * The menu of a row or column that is open. Where its code comes late, it opens only if nothing else was done meanwhile: it
 * takes the focus.
 */
export function useTableMenu() {
  const toast = useToast();
  const [shown, setShown] = useState<Shown | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  const open = (menu: OpenMenu) => {
    waiting.current?.abort();
    if (loaded) return setShown({ menu, Component: loaded });
    const abort = new AbortController();
    const { signal } = abort;
    waiting.current = abort;
    for (const act of OTHER_ACTS)
      document.addEventListener(act, () => abort.abort(), { signal, capture: true, passive: true });
    loadMenu()
      .then(
        (Component) => {
          if (!signal.aborted) setShown({ menu, Component });
        },
        () => {
          if (!signal.aborted) toast({ tone: 'error', text: <LoadFailure /> });
        },
      )
      .finally(() => abort.abort());
  };
  return { shown, open, close: useCallback(() => setShown(null), []) };
}
