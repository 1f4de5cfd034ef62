import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Link = styled.a`
  position: fixed;
  z-index: 1100;
  top: ${space(2)};
  left: ${space(2)};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius('control')};
  background: ${color('primaryFill')};
  color: ${color('onFill')};
  transform: translateY(-200%);

  &:focus {
    transform: none;
  }
`;

export const MAIN_ID = 'content';

/** The first element in tab order: skips the navigation and jumps to `#content`. */
export function SkipLink() {
  return (
    <Link data-print="hidden" href={`#${MAIN_ID}`}>
      <FormattedMessage id="layout.skip" />
    </Link>
  );
}
