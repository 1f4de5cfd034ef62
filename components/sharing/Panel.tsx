import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** The content of one of the dialog's tabs: parts in one column, each with a small heading. */
export const Panel = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};

  h3 {
    margin-bottom: ${space(1)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }
`;
