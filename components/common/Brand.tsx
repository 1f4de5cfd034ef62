import NextLink from 'next/link';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';

const Mark = styled(NextLink)`
  display: inline-grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 11px;
  background: ${color('primaryFill')};
  color: ${color('onFill')};
  font-size: 17px;
  font-weight: 700;
  text-decoration: none;

  &:hover {
    text-decoration: none;
  }
`;

/** The app's mark; leads to the start page. */
export function Brand() {
  const intl = useIntl();
  return (
    <Mark href="/" prefetch={false} aria-label={intl.formatMessage({ id: 'app.name' })}>
      H
    </Mark>
  );
}
