import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useWatchedUnreadNotifications } from '#context/watched-unread-notifications.ts';

/** Counts unread notifications while the page is open, and tells screen readers politely where there are more than before. */
export function UnreadWatcher({ onCount }: { onCount: (count: number) => void }) {
  const intl = useIntl();
  const { shortcuts } = useShell();
  const count = useWatchedUnreadNotifications();
  const [known, setKnown] = useState(shortcuts.notifications);
  const [text, setText] = useState('');
  useEffect(() => {
    if (count === null) return;
    onCount(count);
    if (count === known) return;
    setKnown(count);
    setText(count > known ? intl.formatMessage({ id: 'notifications.arrived' }, { count }) : '');
  }, [count, known, intl, onCount]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
