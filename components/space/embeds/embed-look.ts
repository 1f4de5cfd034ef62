import { css } from 'styled-components';
import { optionColors } from '#components/table/columns/option-look.ts';
import { color, radius, space } from '#styles/tokens.ts';

/** The look of what `embedCard` makes. */
export const embedLook = css`
  [data-embed-card] {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    max-width: 520px;
    min-height: 56px;
    padding: ${space(2)} ${space(4)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
    color: inherit;
    line-height: 1.4;
    text-decoration: none;

    > svg {
      flex: none;
      color: ${color('quiet')};
    }

    > span {
      display: grid;
      min-width: 0;
    }

    strong {
      font-weight: 500;
      overflow-wrap: anywhere;
    }

    small {
      color: ${color('quiet')};
      font-size: 13px;
    }
  }

  a[data-embed-card]:hover {
    background: ${color('hover')};
  }

  [data-embed-card='restricted'] {
    border-style: dashed;
  }

  [data-embed-view] {
    overflow: hidden;
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
    font-size: 14px;
    line-height: 1.4;

    > a {
      display: flex;
      align-items: center;
      gap: ${space(3)};
      padding: ${space(2)} ${space(4)};
      color: inherit;
      text-decoration: none;

      > svg {
        flex: none;
        color: ${color('quiet')};
      }

      > span {
        display: grid;
        min-width: 0;
        overflow-wrap: anywhere;
      }

      small {
        color: ${color('quiet')};
      }
    }

    > div {
      max-height: 420px;
      overflow: auto;
    }

    thead th {
      position: sticky;
      top: 0;
      background: ${color('surface')};
      box-shadow: 0 1px ${color('line')};
    }

    @media print {
      > div {
        max-height: none;
      }
    }

    > p {
      display: flex;
      flex-wrap: wrap;
      gap: ${space(1)} ${space(4)};
      margin: 0;
      padding: ${space(2)} ${space(4)};
      border-top: 1px solid ${color('line')};
    }

    table {
      display: table;
      width: 100%;
      max-width: none;
      margin: 0;
      border-collapse: collapse;
    }

    th,
    td {
      min-width: 100px;
      max-width: 320px;
      border: 0;
      border-top: 1px solid ${color('line')};
      vertical-align: top;
    }

    [data-numeric] {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }

    [data-tag] {
      display: inline-block;
      padding: 0 8px;
      border-radius: ${radius('chip')};
      background: ${color('primaryTint')};
      overflow-wrap: anywhere;
    }

    ${optionColors('[data-tag]')}

    [role='img'] {
      color: ${color('warning')};
      white-space: nowrap;
    }
  }

  [data-item] svg {
    display: inline;
    width: 1em;
    height: 1em;
    margin-inline-end: 3px;
    vertical-align: -0.12em;
  }

  [data-item='restricted'] {
    color: ${color('quiet')};
  }

  [data-embed-picture] {
    display: inline-block;
    max-width: 100%;
  }
`;
