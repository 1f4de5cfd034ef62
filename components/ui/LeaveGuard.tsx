import { useRouter } from 'next/router';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from './Confirm.tsx';
import { type Departure, useDepartureGuard } from './guarded-navigation.ts';
import { useUnloadWarning } from './use-unload-warning.ts';

const isSamePage = (path: string) => path.replace(/[?#].*$/s, '') === window.location.pathname;

/** The address in this app that an address leads away to, else null. `views`: another view of this page, too. */
function leadsAway(address: string, views: boolean): string | null {
  const { origin, pathname, search, hash } = new URL(address, window.location.href);
  if (origin !== window.location.origin) return null;
  const here = window.location;
  if (pathname === here.pathname && (!views || search === here.search)) return null;
  return `${pathname}${search}${hash}`;
}

/** Where a click leads away to; null for every other click. */
function leadsTo(event: MouseEvent, views: boolean): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  return leadsAway(link.href, views);
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

/** The guards of the page, the first one first: it asks for all of them. */
let mounted: readonly { views: boolean }[] = [];
const listeners = new Set<() => void>();

function setMounted(guards: typeof mounted): void {
  mounted = guards;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Asks before a page with unsaved changes is left: by a link, a search or another choice (`useGuardedNavigation`), by Back
 * and Forward, or by closing or reloading the tab. Of several on a page the first one asks, once.
 */
export function LeaveGuard({ text, views = false }: LeaveGuardProps) {
  const own = useMemo(() => ({ views }), [views]);
  useEffect(() => {
    setMounted([...mounted, own]);
    return () => setMounted(mounted.filter((guard) => guard !== own));
  }, [own]);
  const guards = useSyncExternalStore(
    subscribe,
    () => mounted,
    () => mounted,
  );
  if (guards[0] !== own) return null;
  return <AskingGuard text={text} views={guards.some((guard) => guard.views)} />;
}

function AskingGuard({ text = <FormattedMessage id="leave.lost" />, views = false }: LeaveGuardProps) {
  const router = useRouter();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const askAbout = (path: string) => {
    // As the page's own tabs do it.
    const options = views && isSamePage(path) ? { shallow: true, scroll: false } : undefined;
    setDeparture({ path, go: () => router.push(path, undefined, options) });
  };
  const ask = useRef(askAbout);
  useEffect(() => {
    ask.current = askAbout;
  });
  useHistoryGuard(askAbout);
  useDepartureGuard((wanted) => {
    const isHeld = leadsAway(wanted.path, views) !== null;
    if (isHeld) setDeparture(wanted);
    return isHeld;
  });
  useUnloadWarning(true);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = leadsTo(event, views);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask.current(path);
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [views]);
  if (departure === null) return null;
  return (
    <Confirm
      title={<FormattedMessage id="leave.title" />}
      text={text}
      submit={<FormattedMessage id="leave.submit" />}
      onConfirm={async () => {
        await departure.go();
        setDeparture(null);
      }}
      onClose={() => setDeparture(null)}
    />
  );
}
