import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

const tile = css`
  display: inline-grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 11px;
  background: ${color('primaryFill')};
  color: ${color('onFill')};
  font-size: 17px;
  font-weight: 700;
`;

const Mark = styled(NextLink)`
  ${tile}
  text-decoration: none;

  &:hover {
    text-decoration: none;
  }
`;

const Tile = styled.span`
  ${tile}
`;

const Wordmark = styled(NextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space(3)};
  color: ${color('text')};
  font-size: 20px;
  font-weight: 700;
  letter-spacing: -0.01em;
  text-decoration: none;

  &:hover {
    text-decoration: none;
  }
`;

/** The app's logo; links to the start page. */
export function Brand() {
  const intl = useIntl();
  return (
    <Mark href="/" prefetch={false} aria-label={intl.formatMessage({ id: 'app.name' })}>
      H
    </Mark>
  );
}

/** The logo with the app's name beside it; links to the start page. */
export function BrandWithName() {
  return (
    <Wordmark href="/" prefetch={false}>
      <Tile aria-hidden>H</Tile>
      <span>
        <FormattedMessage id="app.name" />
      </span>
    </Wordmark>
  );
}
