import styled from 'styled-components';
import { space } from '#styles/tokens.ts';

/** A part of the trash with its own heading. */
export const TrashSection = styled.section`
  display: grid;
  gap: ${space(3)};
  margin-bottom: ${space(8)};

  > h2 {
    font-size: 16px;
  }
`;
