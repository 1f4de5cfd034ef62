import styled from 'styled-components';

/** Limits long content to its first lines. */
export const Clamped = styled.div`
  display: -webkit-box;
  width: max-content;
  min-width: 80px;
  max-width: 300px;
  max-height: 4.6em;
  overflow: hidden;
  overflow-wrap: break-word;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`;
