import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

/** The frame of a poll, whether it is written or read. */
export const PollBox = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  min-width: 0;
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};

  > legend {
    padding: 0 ${space(2)};
    font-weight: 600;
  }
`;
