import { useRouter } from 'next/router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from './Confirm.tsx';
import { useUnloadWarning } from './use-unload-warning.ts';

const isSamePage = (path: string) => path.replace(/[?#].*$/s, '') === window.location.pathname;

/** The address in this app that a click leads away to; null for every other click. `views`: another view of this page, too. */
function leadsTo(event: MouseEvent, views: boolean): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin) return null;
  const here = window.location;
  if (pathname === here.pathname && (!views || search === here.search)) return null;
  return `${pathname}${search}${hash}`;
}

const withoutPlace = (path: string) => path.replace(/#.*$/s, '');

/** Asks before the browser goes back or forward; the address stays what it was meanwhile. */
function useHistoryGuard(onLeave: (path: string) => void) {
  const router = useRouter();
  const asked = useRef(onLeave);
  useEffect(() => {
    asked.current = onLeave;
  }, [onLeave]);
  const here = useRef(router.asPath);
  useEffect(() => {
    here.current = router.asPath;
  }, [router.asPath]);
  const { beforePopState } = router;
  useEffect(() => {
    // The entry of this page, as the router wrote it: it is gone from the history when the browser asks.
    const entry: unknown = window.history.state;
    beforePopState(({ as }) => {
      if (withoutPlace(as) === withoutPlace(here.current)) return true;
      window.history.pushState(entry, '', here.current);
      asked.current(as);
      return false;
    });
    return () => beforePopState(() => true);
  }, [beforePopState]);
}

type LeaveGuardProps = {
  text?: ReactNode;
  /** What is unsaved would be lost on another view of the same page, too: one of its tabs, say. */
  views?: boolean;
};

/** Asks before a page with unsaved changes is left: by a link, by Back and Forward, or by closing or reloading the tab. */
export function LeaveGuard({ text = <FormattedMessage id="leave.lost" />, views = false }: LeaveGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useHistoryGuard(setTarget);
  useUnloadWarning(true);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = leadsTo(event, views);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [views]);
  if (target === null) return null;
  return (
    <Confirm
      title={<FormattedMessage id="leave.title" />}
      text={text}
      submit={<FormattedMessage id="leave.submit" />}
      onConfirm={async () => {
        // As the page's own tabs do it.
        const options = views && isSamePage(target) ? { shallow: true, scroll: false } : undefined;
        await router.push(target, undefined, options);
      }}
      onClose={() => setTarget(null)}
    />
  );
}
