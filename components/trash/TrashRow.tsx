import { RotateCcw, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { EntryRow } from '#components/ui/EntryRow.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';

const DAY = 86_400_000;

type TrashRowProps = {
  mark: ReactNode;
  title: string;
  place?: ReactNode;
  deletedBy: string | null;
  deletedAt: string;
  expiresAt: string;
  /** Null where it can't be restored. */
  onRestore: (() => void) | null;
  onDelete: (() => void) | null;
  busy: boolean;
};

/** An entry of the trash: the resource, its former location, who deleted it, and how long it stays. */
export function TrashRow(props: TrashRowProps) {
  const { mark, title, place, deletedBy, deletedAt, expiresAt, onRestore, onDelete, busy } = props;
  const intl = useIntl();
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY));
  return (
    <EntryRow
      mark={mark}
      name={title}
      notes={[
        <>
          {place}
          {place && ' · '}
          {deletedBy ? (
            <FormattedMessage id="trash.deleted_by" values={{ name: <bdi>{deletedBy}</bdi> }} />
          ) : (
            <FormattedMessage id="trash.deleted" />
          )}{' '}
          <RelativeTime value={deletedAt} />
          {' · '}
          <span suppressHydrationWarning>
            <FormattedMessage id="trash.days_left" values={{ days }} />
          </span>
        </>,
      ]}
      actions={
        <>
          {onRestore && (
            <Button
              size="small"
              icon={RotateCcw}
              busy={busy}
              aria-label={intl.formatMessage({ id: 'trash.restore' }, { title })}
              onClick={onRestore}
            >
              <FormattedMessage id="trash.restore_short" />
            </Button>
          )}
          {onDelete && (
            <IconButton
              icon={XCircle}
              size="small"
              label={intl.formatMessage({ id: 'trash.delete' }, { title })}
              onClick={onDelete}
            />
          )}
        </>
      }
    />
  );
}
