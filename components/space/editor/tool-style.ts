import { css } from 'styled-components';
import { below, color, MOTION, radius, space } from '#styles/tokens.ts';

/** The style of a button of a toolbar. */
export const toolStyle = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: ${space(1)};
  min-width: 32px;
  height: 32px;
  padding: 0 6px;
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('quiet')};
  font-size: 13px;
  transition: background ${MOTION};

  &:hover:not([aria-disabled='true']) {
    background: ${color('hover')};
    color: ${color('text')};
  }

  &[aria-pressed='true'],
  &[aria-expanded='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &[aria-disabled='true'] {
    opacity: 0.45;
    cursor: default;
  }

  ${below('md')} {
    min-width: 44px;
    height: 44px;
  }
`;
