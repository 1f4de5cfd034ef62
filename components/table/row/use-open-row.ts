import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { pathWith } from '#lib/browser/path-with.ts';

/** The parameter of an address that names the row whose page is open. */
const OPEN = 'open';

const SHALLOW = { shallow: true, scroll: false };

/**
 * Back to the list of rows, which is still on the page, loads nothing: the browser's history has it as a change of the
 * address alone.
 */
function markListAsShown(): void {
  const { state } = window.history;
  if (typeof state !== 'object' || state === null || typeof state.options !== 'object') return;
  window.history.replaceState({ ...state, options: { ...state.options, shallow: true } }, '');
}

/** The row whose page is open, as the address names it: Back closes the page. */
export function useOpenRow() {
  const router = useRouter();
  const { open } = router.query;
  const requested = typeof open === 'string' && open !== '' ? open : null;
  const [id, setId] = useState(requested);
  const [field, setField] = useState<string | null>(null);
  const [seen, setSeen] = useState(requested);
  if (requested !== seen) {
    setSeen(requested);
    setId(requested);
  }
  /** The page before this one in the browser's history is the list of rows. */
  const isPushed = useRef(false);
  const isClosing = useRef(false);
  const latest = useRef(router);
  useEffect(() => {
    latest.current = router;
  }, [router]);
  // After the guard of unsaved input is removed, which would hold the router back.
  useEffect(() => {
    if (id !== null) return;
    const goesBack = isPushed.current;
    isPushed.current = false;
    if (!isClosing.current) return;
    isClosing.current = false;
    const { current: now } = latest;
    const list = pathWith(now.asPath, OPEN, null);
    if (goesBack) now.back();
    else void now.replace(list, undefined, SHALLOW);
  }, [id]);

  return {
    id,
    /** The name of the column whose field has the focus first. */
    field,
    open(next: string, wanted: string | null = null) {
      const address = pathWith(router.asPath, OPEN, next);
      if (id === null) {
        isPushed.current = true;
        markListAsShown();
      }
      void router[id === null ? 'push' : 'replace'](address, undefined, SHALLOW);
      setId(next);
      setField(wanted);
    },
    close() {
      isClosing.current = true;
      setId(null);
    },
    addressOf: (row: string) => pathWith(router.asPath, OPEN, row),
  };
}
