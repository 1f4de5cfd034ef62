import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** More are not counted. */
const SHOWN_MAX = 99;

const Chip = styled.span`
  position: relative;
  flex: none;
  box-sizing: border-box;
  min-width: 20px;
  padding: 0 6px;
  border-radius: 10px;
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  font-size: 12px;
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  line-height: 20px;
  text-align: center;
`;

type UnreadCountProps = {
  count: number | undefined;
  /** Of what, for screen readers: discussions by default. */
  messageId?: 'posts.unread_count' | 'notifications.unread_count';
};

/** How many are unread; nothing where none is. */
export function UnreadCount({ count, messageId = 'posts.unread_count' }: UnreadCountProps) {
  const intl = useIntl();
  if (!count) return null;
  return (
    <Chip>
      <span>
        {intl.formatNumber(Math.min(count, SHOWN_MAX))}
        {count > SHOWN_MAX && '+'}
      </span>
      <VisuallyHidden>
        {' '}
        <FormattedMessage id={messageId} values={{ count: Math.min(count, SHOWN_MAX) }} />
      </VisuallyHidden>
    </Chip>
  );
}
