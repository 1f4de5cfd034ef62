import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { valueStyle } from '../cells/value-style.ts';

/** Values of a card on a board besides the one that names it; the others are on the page of the row. */
export const CARD_VALUES = 3;

/** The inside of a card: the name of a row, and values under the names of their columns. */
export const cardStyle = css`
  .name {
    display: block;
    max-width: 100%;
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color('text')};
    font: inherit;
    font-weight: 500;
    text-align: start;
    overflow-wrap: anywhere;
  }

  .name:hover {
    color: ${color('primaryText')};
    text-decoration: underline;
  }

  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
    margin: ${space(2)} 0 0;
  }

  dl:empty {
    display: none;
  }

  dt {
    color: ${color('quiet')};
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }

  dd {
    overflow: hidden;
    max-height: 6em;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .note {
    display: block;
    color: ${color('warning')};
    font-size: 12.5px;
  }

  ${valueStyle}

  .chip {
    margin-block: 2px;
  }
`;
