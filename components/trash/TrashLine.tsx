import { RotateCcw, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/common/Button.tsx';
import { RelativeTime } from '#components/common/RelativeTime.tsx';
import { below, color, space } from '#styles/tokens.ts';

export const TrashLines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border-top: 1px solid ${color('line')};
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 64px;
  padding: ${space(2)} 0;
  border-bottom: 1px solid ${color('line')};

  ${below('sm')} {
    flex-wrap: wrap;
  }
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;

  > p {
    overflow-wrap: anywhere;
  }

  > p:first-child {
    font-weight: 500;
  }

  > p + p {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  ${below('sm')} {
    flex-basis: calc(100% - 52px);
  }
`;

const Acts = styled.div`
  display: flex;
  flex: none;
  gap: ${space(2)};

  ${below('sm')} {
    margin-left: 48px;
  }
`;

const DAY = 86_400_000;

type TrashLineProps = {
  mark: ReactNode;
  title: string;
  place?: ReactNode;
  deletedBy: string | null;
  deletedAt: string;
  expiresAt: string;
  /** Null where it may not be. */
  onRestore: (() => void) | null;
  onEnd: (() => void) | null;
  busy: boolean;
};

/** Something in the trash: what, where it was, who deleted it, and how long it stays. */
export function TrashLine(props: TrashLineProps) {
  const { mark, title, place, deletedBy, deletedAt, expiresAt, onRestore, onEnd, busy } = props;
  const intl = useIntl();
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY));
  return (
    <Line>
      {mark}
      <Words>
        <p>
          <bdi>{title}</bdi>
        </p>
        <p>
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
        </p>
      </Words>
      <Acts>
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
        {onEnd && (
          <IconButton
            icon={XCircle}
            size="small"
            label={intl.formatMessage({ id: 'trash.end' }, { title })}
            onClick={onEnd}
          />
        )}
      </Acts>
    </Line>
  );
}
