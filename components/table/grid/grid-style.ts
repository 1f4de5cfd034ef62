import styled from 'styled-components';
import type { RowHeight } from '#lib/contract/table-views.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { valueStyle } from '../cells/value-style.ts';
import { tints } from '../colors/tint-style.ts';

/** Pixels. */
export const HEADER_HEIGHT = 40;
/** Of the column with the number and the actions of each row. */
export const GUTTER = 72;
export const ROW_HEIGHTS = { short: 36, medium: 56, tall: 96 } as const satisfies Record<RowHeight, number>;

/**
 * The look of the whole grid, by classes: a component for each of a thousand cells would cost more than the cells
 * themselves while they scroll.
 */
export const GridRoot = styled.div`
  position: relative;
  overflow: auto;
  max-height: max(320px, calc(100dvh - 300px));
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
  font-size: 14px;
  font-variant-numeric: tabular-nums;
  overscroll-behavior: contain;

  .head,
  .line {
    display: flex;
    min-width: 100%;
  }

  .head {
    position: sticky;
    z-index: 4;
    top: 0;
    height: ${HEADER_HEIGHT}px;
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  .foot {
    top: auto;
    bottom: 0;
  }

  .foot .cell {
    border-top: 1px solid ${color('line')};
    border-bottom: 0;
  }

  .foot .sum {
    overflow: hidden;
    margin-inline-start: auto;
    padding-inline-end: ${space(2)};
    color: ${color('text')};
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .body {
    position: relative;
    min-width: 100%;
  }

  .line {
    position: absolute;
    top: 0;
    inset-inline-start: 0;
  }

  /* An editor may be taller than its row: it is above those below. */
  .line:has(> .editing) {
    z-index: 1;
  }

  .cell {
    position: relative;
    flex: none;
    overflow: hidden;
    padding: 0 ${space(3)};
    border-bottom: 1px solid ${color('line')};
    border-inline-end: 1px solid ${color('line')};
    background: ${color('surface')};
    text-align: start;
    user-select: none;
    cursor: default;
  }

  .cell:focus {
    outline: none;
  }

  .line .cell > .text {
    display: -webkit-box;
    overflow: hidden;
    line-height: 20px;
    margin-top: 7px;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
  }

  .line .cell > .text.one {
    display: block;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .numeric > .text {
    text-align: end;
  }

  .frozen {
    z-index: 2;
  }

  /* Each cell that sticks is a layer of its own for the browser, which costs it more than the rest of a frame. */
  &[data-shifted] .frozen,
  .head .frozen {
    position: sticky;
    inset-inline-start: var(--start);
  }

  &[data-shifted] .frozen.last {
    box-shadow: 4px 0 6px -4px rgba(20, 16, 50, 0.14);
    clip-path: inset(0 -8px 0 0);
  }

  .line:hover .cell {
    background: ${color('hover')};
  }

  ${tints('.line', '.cell')}

  .line[data-marked] .cell,
  .line .cell.selected,
  .head .cell.selected {
    background: ${color('primaryTint')};
  }

  .line .cell.found {
    background: ${color('mark')};
  }

  .cell.focused {
    z-index: 1;
    box-shadow: inset 0 0 0 2px ${color('primary')};
  }

  .frozen.focused {
    z-index: 3;
  }

  &[data-shifted] .frozen.last.focused {
    box-shadow:
      inset 0 0 0 2px ${color('primary')},
      4px 0 6px -4px rgba(20, 16, 50, 0.14);
  }

  .cell.refused {
    background: ${color('errorTint')};
  }

  .cell.editing {
    z-index: 6;
    overflow: visible;
    padding: 0;
  }

  .problem {
    position: absolute;
    top: 0;
    inset-inline-end: 0;
    width: 0;
    height: 0;
    border-top: 9px solid ${color('warning')};
    border-inline-start: 9px solid transparent;
  }

  .refused .problem {
    border-top-color: ${color('error')};
  }

  .fill {
    position: absolute;
    z-index: 3;
    right: -1px;
    bottom: -1px;
    width: 9px;
    height: 9px;
    border: 1px solid ${color('surface')};
    background: ${color('primary')};
    cursor: crosshair;
    touch-action: none;

    @media (pointer: coarse) {
      padding: 7px;
    }
  }

  .gutter {
    z-index: 3;
    display: flex;
    align-items: center;
    justify-content: center;
    width: ${GUTTER}px;
    padding: 0 2px;
    color: ${color('quiet')};
    font-size: 12px;
  }

  .gutter .number {
    flex: 1;
    text-align: center;
  }

  /* There for a screen reader and a finger, seen by pointer and focus. */
  .gutter .open {
    position: absolute;
    inset: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    opacity: 0;
  }

  .line:hover .gutter .number,
  .gutter:focus-within .number,
  .gutter.focused .number {
    visibility: hidden;
  }

  .line:hover .gutter .open,
  .gutter:focus-within .open,
  .gutter.focused .open {
    opacity: 1;
  }

  .open button,
  .head button {
    display: inline-grid;
    place-items: center;
    width: 28px;
    height: 28px;
    padding: 0;
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
    color: ${color('quiet')};
  }

  .open button:hover,
  .head button:hover {
    background: ${color('primaryTint')};
    color: ${color('text')};
  }

  .head .cell {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    padding-inline-end: ${space(1)};
  }

  .head .cell > svg {
    flex: none;
  }

  .head .label {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .resize {
    position: absolute;
    z-index: 1;
    top: 0;
    right: 0;
    bottom: 0;
    width: 7px;
    cursor: col-resize;
    touch-action: none;
  }

  .resize:hover {
    background: ${color('primary')};
  }

  .head .cell[data-drop] {
    box-shadow: inset 3px 0 0 ${color('primary')};
  }

  .add {
    border-inline-end: 0;
    width: 48px;
    justify-content: center;
  }

  .line.loading .cell:not(.gutter) {
    background-image: linear-gradient(${color('hover')}, ${color('hover')});
    background-position: center 13px;
    background-repeat: no-repeat;
    background-size: calc(100% - ${space(3)} * 2) 10px;
  }

  ${valueStyle}

  .chip {
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: top;
    white-space: nowrap;
  }

  .selected .chip {
    background: ${color('surface')};
  }

  .stars {
    vertical-align: -2px;
  }

  /* A table of few rows makes room for the people and options that a cell offers. */
  &:has([data-people], [data-choice]) {
    min-height: 320px;
  }

  @media print {
    max-height: none;
    overflow: visible;
  }
`;
