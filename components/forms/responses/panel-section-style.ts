import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

/** A section of the panel of a submission: its notes, its history. */
export const PanelSection = styled.section`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > h3 {
    font-size: 15px;
  }

  > ol {
    display: grid;
    gap: ${space(3)};
    margin: 0;
    padding: 0;
    list-style: none;
  }
`;
