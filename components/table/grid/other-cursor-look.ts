import { css } from 'styled-components';
import { color } from '#styles/tokens.ts';

/** Where others are in the grid, each in a colour of their own. */
export const otherCursorLook = css`
  .other-cursor {
    position: absolute;
    z-index: 1;
    inset: 0;
    box-shadow: inset 0 0 0 2px var(--person);
    pointer-events: none;

    > span {
      position: absolute;
      top: 0;
      inset-inline-end: 0;
      overflow: hidden;
      max-width: 100%;
      padding: 0 4px;
      background: var(--person);
      color: ${color('onFill')};
      font-size: 11px;
      line-height: 14px;
      text-overflow: ellipsis;
      white-space: nowrap;
    }

    /* Numbers stand at the end of their cell. */
    > span[data-start] {
      inset-inline: 0 auto;
    }
  }
`;
