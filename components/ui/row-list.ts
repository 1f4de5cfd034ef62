import styled from 'styled-components';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';

/** The surface of a list of rows; none where rows are cards. */
export const RowCard = styled.div`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  ${below('md')} {
    border: 0;
    background: none;
    box-shadow: none;
  }
`;

/** The headers of the columns. */
export const RowHeader = styled.div<{ $columns: string }>`
  display: grid;
  grid-template-columns: ${({ $columns }) => $columns};
  gap: ${space(4)};
  padding: 10px ${space(3)} 10px ${space(5)};
  border-bottom: 1px solid ${color('line')};
  color: ${color('quiet')};
  font-size: 13px;

  ${below('md')} {
    display: none;
  }
`;

/** The rows; cards on narrow screens. */
export const Rows = styled.ul`
  ${below('md')} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 9px;
  }
`;
