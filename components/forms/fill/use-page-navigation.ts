'use no memo';

import { type RefObject, useEffect, useRef, useState } from 'react';

type Options = {
  /** The id of the open page. */
  page: string;
  /** Opens another page. */
  show: (id: string) => void;
  /** The form has several pages, and scripts run. */
  isPaged: boolean;
  box: RefObject<HTMLFormElement | null>;
};

type PageNavigation = {
  /** How often the page was changed in this visit. */
  made: number;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Counts an opened page: its heading is focused. */
  count: () => void;
  /** Opens a page, with a history entry. */
  goTo: (id: string) => void;
  /** Only adds a history entry for an opened page. */
  push: (id: string) => void;
};

/** Navigation between the pages of a form, also by the browser's Back. */
export function usePageNavigation({ page, show, isPaged, box }: Options): PageNavigation {
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
    // If it can't be loaded, Back leaves the form, as without a script.
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
    goTo: (id) => {
      if (!history.current?.pushPage(page, id)) show(id);
    },
    push: (id) => {
      history.current?.pushPage(page, id);
    },
  };
}
