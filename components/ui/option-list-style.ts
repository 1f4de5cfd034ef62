import { css } from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

/** The style of one option of a list under a field or a text; the one that Enter chooses is `aria-selected`. */
export const optionStyle = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 36px;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius('chip')};
  font-size: 14px;
  overflow-wrap: anywhere;
  cursor: pointer;

  &[aria-selected='true'],
  &:hover {
    background: ${color('hover')};
  }

  > svg {
    flex: none;
  }

  > span {
    min-width: 0;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }

  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
