import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';

/** Tells screen readers politely that there are more unread notifications than before. */
export function ArrivedNotice({ count }: { count: number }) {
  const intl = useIntl();
  const [known, setKnown] = useState(count);
  const [text, setText] = useState('');
  useEffect(() => {
    if (count === known) return;
    setKnown(count);
    setText(count > known ? intl.formatMessage({ id: 'notifications.arrived' }, { count }) : '');
  }, [count, known, intl]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
