'use no memo';

import { type RefObject, useEffect, useRef, useState } from 'react';

type Options = {
  /** The id of the page that is open. */
  page: string;
  /** Opens another page. */
  show: (id: string) => void;
  /** There is another one, and scripts run. */
  isPaged: boolean;
  box: RefObject<HTMLFormElement | null>;
};

type PageTurns = {
  /** How often a page was turned in this visit. */
  made: number;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Counts a page that was opened: its heading takes the focus. */
  count: () => void;
  /** Opens a page, in the browser's history too. */
  turnTo: (id: string) => void;
  /** Notes in the history alone that a page is opened. */
  push: (id: string) => void;
};

/** Turning the pages of a form, so that the browser's Back turns them too. */
export function usePageTurns({ page, show, isPaged, box }: Options): PageTurns {
  const [made, setMade] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (made === 0) return;
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [made, box]);

  const history = useRef<typeof import('./page-history.ts') | null>(null);
  const latest = useRef({ show, page });
  useEffect(() => {
    latest.current = { show, page };
  });
  useEffect(() => {
    if (!isPaged) return;
    let stop: (() => void) | null = null;
    let isLeft = false;
    // Without it, Back leaves the form, as where no script runs.
    void import('./page-history.ts').then(
      (loaded) => {
        if (isLeft) return;
        history.current = loaded;
        loaded.initPageHistory(latest.current.page);
        stop = loaded.subscribeToHistory((id) => latest.current.show(id));
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [isPaged]);

  return {
    made,
    heading,
    count: () => setMade((before) => before + 1),
    turnTo: (id) => {
      if (!history.current?.pushPage(page, id)) show(id);
    },
    push: (id) => {
      history.current?.pushPage(page, id);
    },
  };
}
