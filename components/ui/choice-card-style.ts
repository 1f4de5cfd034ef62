import { css } from 'styled-components';
import { color, radius } from '#styles/tokens.ts';

/** The style of a label as a card around its radio button. */
export const choiceCardStyle = css`
  display: grid;
  border: 1px solid ${color('frameLine')};
  border-radius: ${radius('control')};
  cursor: pointer;

  &:has(:checked) {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color('primary')};
    outline-offset: 1px;
  }

  input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: ${color('primaryFill')};
    outline: none;
  }
`;
