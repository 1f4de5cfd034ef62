import styled from 'styled-components';
import { space } from '#styles/tokens.ts';

/** A list of threads, one below the other. */
export const ThreadList = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
