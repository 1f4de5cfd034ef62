import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Upload } from '#services/upload.ts';

/** Announces the progress of uploads to screen readers: how many started, succeeded and failed. */
export function UploadAnnouncer({ uploads }: { uploads: readonly Upload[] }) {
  const intl = useIntl();
  const before = useRef<ReadonlyMap<number, string>>(new Map());
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const known = before.current;
    before.current = new Map(uploads.map(({ id, state }) => [id, state.step]));
    const started = uploads.filter(({ id }) => !known.has(id)).length;
    const announcement = uploads
      .filter(({ id, state }) => known.has(id) || state.step === 'refused')
      .filter(({ id, state }) => known.get(id) !== state.step)
      .flatMap(({ name, state }) => {
        if (state.step === 'done') return [intl.formatMessage({ id: 'upload.announce_done' }, { name })];
        const lost = state.step === 'failed' || state.step === 'refused';
        return lost ? [intl.formatMessage({ id: 'upload.announce_failed' }, { name })] : [];
      });
    if (started)
      announcement.unshift(intl.formatMessage({ id: 'upload.announce_started' }, { count: started }));
    if (announcement.length) setAnnounced(announcement.join(' '));
  }, [uploads, intl]);

  return (
    <VisuallyHidden as="div" role="status">
      {announced}
    </VisuallyHidden>
  );
}
