import { useRouter } from 'next/router';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { type Departure, useDepartureGuard } from './guarded-navigation.ts';
import { lazyDialog } from './lazy-component.tsx';
import { useUnloadWarning } from './use-unload-warning.ts';

const Confirm = lazyDialog(() => import('./Confirm.tsx').then((file) => file.Confirm));

const isSamePage = (path: string) => path.replace(/[?#].*$/s, '') === window.location.pathname;

/**
 * The path in this app when an address leads to another page, else null. `views`: also to another view of this page.
 */
function leadsAway(address: string, views: boolean): string | null {
  const { origin, pathname, search, hash } = new URL(address, window.location.href);
  if (origin !== window.location.origin) return null;
  const here = window.location;
  if (pathname === here.pathname && (!views || search === here.search)) return null;
  return `${pathname}${search}${hash}`;
}

/** The path that a click leads to when it leaves the page; null for every other click. */
function leadsTo(event: MouseEvent, views: boolean): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  return leadsAway(link.href, views);
}

const withoutPlace = (path: string) => path.replace(/#.*$/s, '');

/** Requests confirmation before the browser goes back or forward; the address stays unchanged meanwhile. */
function useHistoryGuard(onLeave: (path: string) => void) {
  const router = useRouter();
  const latestOnLeave = useRef(onLeave);
  useEffect(() => {
    latestOnLeave.current = onLeave;
  }, [onLeave]);
  const here = useRef(router.asPath);
  useEffect(() => {
    here.current = router.asPath;
  }, [router.asPath]);
  const { beforePopState } = router;
  useEffect(() => {
    // This page's history entry, as the router wrote it: it is no longer current when the confirmation is requested.
    const entry: unknown = window.history.state;
    beforePopState(({ as }) => {
      if (withoutPlace(as) === withoutPlace(here.current)) return true;
      window.history.pushState(entry, '', here.current);
      latestOnLeave.current(as);
      return false;
    });
    return () => beforePopState(() => true);
  }, [beforePopState]);
}

type LeaveGuardProps = {
  text?: ReactNode;
  /** Unsaved input would be lost on another view of the same page, too, such as one of its tabs. */
  views?: boolean;
};

/** The guards of the page in order of mounting: the first one requests confirmation for all. */
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
 * Requests confirmation before a page with unsaved changes is left: by a link, a search or another choice
 * (`useGuardedNavigation`), by Back and Forward, or by closing or reloading the tab. Of several on a page, only the
 * first one does.
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
  return <ConfirmingGuard text={text} views={guards.some((guard) => guard.views)} />;
}

function ConfirmingGuard({ text = <FormattedMessage id="leave.lost" />, views = false }: LeaveGuardProps) {
  const router = useRouter();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const askAbout = (path: string) => {
    // The same options as the page's own tabs use.
    const options = views && isSamePage(path) ? { shallow: true, scroll: false } : undefined;
    setDeparture({ path, go: () => router.push(path, undefined, options) });
  };
  const ask = useRef(askAbout);
  useEffect(() => {
    ask.current = askAbout;
  });
  useHistoryGuard(askAbout);
  useDepartureGuard((wanted) => {
    const isGuarded = leadsAway(wanted.path, views) !== null;
    if (isGuarded) setDeparture(wanted);
    return isGuarded;
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
