import styled from 'styled-components';
import { space } from '#styles/tokens.ts';

/** The buttons below options. */
export const OptionsFooter = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
