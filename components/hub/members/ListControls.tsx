import styled from 'styled-components';
import { below, color, space } from '#styles/tokens.ts';

/** The search, filters and count above a list of people or groups. */
export const ListControls = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  margin-bottom: ${space(4)};

  > div {
    flex: 1 1 220px;
    max-width: 360px;

    ${below('md')} {
      max-width: none;
    }
  }

  > select {
    width: auto;
  }
`;

export const ListCount = styled.p`
  margin-left: auto;
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;
