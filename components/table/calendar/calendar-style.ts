import styled, { css } from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';
import { tints } from '../colors/tint-style.ts';

/** Entries of a day that are shown before it is opened. */
export const ENTRIES = 3;

/** Where the entries of a day or those without one have boxes to select them. */
export const entryBoxes = css`
  li {
    position: relative;
  }

  li > label {
    position: absolute;
    top: 0;
    inset-inline-end: 2px;
    width: 24px;
    height: 24px;
  }

  li > label > input {
    width: 15px;
    height: 15px;
  }
`;

/** The month, and the ways to others. */
export const Header = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  align-items: center;
  margin-bottom: ${space(2)};

  > h2 {
    min-width: 170px;
    margin: 0;
    font-size: 16px;
  }
`;

/** Its days; on a narrow screen those with entries, below each other. */
export const Month = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;

  th {
    padding: ${space(1)} ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
    text-align: start;
  }

  ${below('md')} {
    &,
    tbody,
    tr {
      display: block;
    }

    thead {
      display: none;
    }
  }
`;

/** Rows without a day. */
export const Without = styled.section`
  margin-top: ${space(4)};

  > .more {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(3)};
    align-items: center;
    margin-top: ${space(3)};
  }

  > .more > p {
    margin: 0;
    color: ${color('quiet')};
    font-size: 13px;
  }

  > h3 {
    margin: 0 0 ${space(2)};
    font-size: 14px;
  }

  ${entryBoxes}

  > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
    gap: ${space(1)};
    margin: 0;
    padding: 0;
    list-style: none;
  }
`;

/** A day with its entries. */
export const Cell = styled.td`
  height: 116px;
  padding: ${space(1)};
  border: 1px solid ${color('line')};
  background: ${color('surface')};
  vertical-align: top;

  &[data-other] {
    background: ${color('raised')};
  }

  &[data-over] {
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }

  > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 28px;
  }

  time {
    display: inline-grid;
    place-items: center;
    min-width: 24px;
    height: 24px;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  &[aria-current] time {
    border-radius: ${radius('control')};
    background: ${color('primaryFill')};
    color: ${color('onFill')};
    font-weight: 600;
  }

  time > span {
    display: none;
  }

  > header > button {
    opacity: 0;
  }

  &:hover > header > button,
  > header > button:focus-visible {
    opacity: 1;
  }

  ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  ${entryBoxes}

  li > .more {
    min-height: 24px;
    padding: 0 ${space(2)};
    border: 0;
    background: none;
    color: ${color('quiet')};
    font: inherit;
    font-size: 12.5px;
  }

  /* A narrow screen has the days below each other, those with entries only. */
  ${below('md')} {
    display: block;
    height: auto;
    border-width: 0 0 1px;

    &[data-empty]:not([aria-current]) {
      display: none;
    }

    time > span {
      display: inline;
    }

    time > b {
      display: none;
    }

    &[aria-current] time {
      padding: 0 ${space(2)};
    }

    > header > button {
      opacity: 1;
    }
  }
`;

/** The look of an entry; as `div`, what follows the pointer while it is dragged. */
export const Entry = styled.button`
  position: relative;
  display: block;
  width: 100%;
  min-height: 24px;
  padding: 2px ${space(2)};
  overflow: hidden;
  border: 0;
  border-inline-start: 3px solid ${color('primary')};
  border-radius: ${radius('control')};
  background: ${color('primaryTint')};
  color: ${color('text')};
  font: inherit;
  font-size: 13px;
  text-align: start;
  text-overflow: ellipsis;
  white-space: nowrap;
  touch-action: manipulation;

  ${tints('&')}

  &:hover {
    text-decoration: underline;
  }

  &[data-selectable] {
    padding-inline-end: 28px;
  }

  &[data-selected] {
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }

  &[data-lifted] {
    opacity: 0.4;
  }
`;
