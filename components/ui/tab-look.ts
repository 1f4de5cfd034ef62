import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** The look of a link that is a tab. */
export const tabLook = css`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  padding: 0 ${space(3)};
  border-bottom: 2px solid transparent;
  color: ${color('quiet')};
  font-weight: 500;
  text-decoration: none;
  white-space: nowrap;

  &:hover {
    color: ${color('text')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;
