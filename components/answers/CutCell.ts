import styled from 'styled-components';

/** The first lines of what may be long. */
export const Cut = styled.div`
  display: -webkit-box;
  min-width: 80px;
  max-height: 4.6em;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`;
