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

/** How many discussions are unread; nothing where none is. */
export function UnreadCount({ count }: { count: number | undefined }) {
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
        <FormattedMessage id="posts.unread_count" values={{ count: Math.min(count, SHOWN_MAX) }} />
      </VisuallyHidden>
    </Chip>
  );
}
