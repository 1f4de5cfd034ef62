import styled from 'styled-components';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { cardStyle } from '../cards/card-style.ts';
import { tints } from '../colors/tint-style.ts';
import { optionColors } from '../columns/option-look.ts';

/** The lists of a board beside each other. */
export const Lists = styled.div`
  display: flex;
  gap: ${space(3)};
  align-items: flex-start;
  overflow-x: auto;
  padding-bottom: ${space(3)};
  scroll-snap-type: x proximity;
`;

/** A list of a board: its name and number, and its cards. */
export const List = styled.section`
  display: flex;
  flex: 0 0 280px;
  flex-direction: column;
  min-width: 0;
  max-height: 72vh;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('listFill')};
  scroll-snap-align: start;

  ${below('md')} {
    flex-basis: min(84vw, 320px);
  }

  &[data-over] {
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }

  > header {
    display: flex;
    gap: ${space(2)};
    align-items: center;
    min-height: 44px;
    padding: 0 ${space(1)} 0 ${space(3)};
  }

  > header h2 {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 14px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > header .chip[data-color] {
    padding: 2px 8px;
    border-radius: ${radius('chip')};
  }

  ${optionColors('> header .chip')}

  > header small {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  > dl {
    margin: 0 ${space(3)} ${space(2)};
  }

  > div {
    overflow-y: auto;
    padding: 2px ${space(2)} ${space(2)};
  }

  ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
    margin: 0;
    padding: 0;
  }

  p {
    margin: 0;
    padding: ${space(3)} ${space(1)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** A row on a board. */
export const Card = styled.li`
  position: relative;
  padding: ${space(2)} 72px ${space(2)} ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  font-variant-numeric: tabular-nums;
  list-style: none;
  touch-action: manipulation;

  &[data-movable] {
    cursor: grab;
  }

  &[data-lifted] {
    opacity: 0.4;
  }

  &[data-copy] {
    border-color: ${color('primary')};
    background: ${color('raised')};
    box-shadow: ${SHADOW.floating};
    cursor: grabbing;
  }

  > .menu {
    position: absolute;
    top: 2px;
    right: 2px;
    display: flex;
  }

  ${tints('&')}

  ${cardStyle}
`;
