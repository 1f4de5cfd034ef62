import { css } from 'styled-components';
import { color, radius } from '#styles/tokens.ts';
import { optionColors } from '../columns/option-look.ts';

/** The parts of a `CellValue`, wherever it stands. */
export const valueStyle = css`
  .chip {
    display: inline-block;
    max-width: 100%;
    padding: 0 8px;
    border-radius: ${radius('chip')};
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }

  ${optionColors('.chip')}

  .restricted,
  .quiet {
    color: ${color('quiet')};
  }

  .restricted {
    background: ${color('hover')};
    font-style: italic;
  }

  .stars {
    display: inline-flex;
    gap: 2px;
    color: ${color('warning')};
  }

  .file {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    margin-inline-end: 8px;
  }
`;
