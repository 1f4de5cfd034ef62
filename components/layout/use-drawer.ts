import { useRouter } from 'next/router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { BREAKPOINTS } from '#lib/text/constants.ts';

type Drawer = { open: boolean; setOpen: (open: boolean) => void; aside: RefObject<HTMLElement | null> };

/**
 * The sidebar as a drawer: focuses its content when opened, closes on Escape, on a wide screen, by any link in it and
 * when the address changes; a refresh of the page leaves it open.
 */
export function useDrawer(): Drawer {
  const [open, setOpen] = useState(false);
  const aside = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const { asPath, events } = useRouter();

  const set = useCallback((next: boolean) => {
    if (next) opener.current = document.activeElement;
    setOpen(next);
  }, []);

  useEffect(() => {
    const close = (path: string) => {
      if (path !== asPath) setOpen(false);
    };
    events.on('routeChangeStart', close);
    return () => events.off('routeChangeStart', close);
  }, [asPath, events]);

  useEffect(() => {
    if (!open) return;
    const drawer = aside.current;
    drawer?.querySelector<HTMLElement>('a[href], button')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    // Also the link of the current page, which starts no navigation to another address.
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a[href]');
      if (link && drawer?.contains(link)) setOpen(false);
    };
    const wide = window.matchMedia(`(min-width: ${BREAKPOINTS.md}px)`);
    const onWide = () => setOpen(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    wide.addEventListener('change', onWide);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick);
      wide.removeEventListener('change', onWide);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [open]);

  return { open, setOpen: set, aside };
}
