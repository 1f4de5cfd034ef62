import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** The style of a list within a dialog: each row has a text, or a label with its checkbox, and buttons beside it. */
export const dialogListStyle = css`
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 44px;
    border-bottom: 1px solid ${color('line')};
    overflow-wrap: anywhere;
  }

  > li > label {
    display: flex;
    flex: 1;
    align-items: center;
    gap: ${space(3)};
    min-width: 0;
    min-height: 44px;
    cursor: pointer;
  }

  small {
    display: block;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;
