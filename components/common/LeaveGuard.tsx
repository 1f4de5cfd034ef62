import { useRouter } from 'next/router';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from './Confirm.tsx';

/** The address in this app that a click leads away to; null for every other click. */
function leadsTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin || pathname === window.location.pathname) return null;
  return `${pathname}${search}${hash}`;
}

/** Asks before a page with unsaved changes is left: by a link, or by closing or reloading the tab. */
export function LeaveGuard({ text }: { text: ReactNode }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = leadsTo(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, []);
  if (target === null) return null;
  return (
    <Confirm
      title={<FormattedMessage id="leave.title" />}
      text={text}
      submit={<FormattedMessage id="leave.submit" />}
      onConfirm={async () => {
        await router.push(target);
      }}
      onClose={() => setTarget(null)}
    />
  );
}
