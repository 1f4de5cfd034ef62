import styled from 'styled-components';
import { color } from '#styles/tokens.ts';

/** The name of an entry, and below it what else is known of it: each cut where it is too long. */
export const Details = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > span:first-child {
    font-weight: 500;
    text-align: match-parent;
  }

  > span:nth-child(2) {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;
