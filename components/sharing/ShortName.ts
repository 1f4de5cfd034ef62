import styled from 'styled-components';

/** A name within a line of text, truncated: it may have 255 characters. */
export const ShortName = styled.bdi`
  display: inline-block;
  overflow: hidden;
  /* Room for the comma behind it. */
  max-width: min(28ch, 100% - 1ch);
  text-overflow: ellipsis;
  vertical-align: bottom;
  white-space: nowrap;
`;
