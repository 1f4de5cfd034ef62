import styled from 'styled-components';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';

/** What can be done with all that is selected, above the lower edge of the window while its list is scrolled. */
export const FloatingBar = styled.div`
  position: sticky;
  z-index: 900;
  bottom: ${space(4)};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  width: fit-content;
  max-width: 100%;
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  margin: ${space(4)} auto 0;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};

  > strong {
    margin-inline-end: ${space(2)};
    font-weight: 500;
    white-space: nowrap;
  }

  ${below('md')} {
    bottom: calc(84px + env(safe-area-inset-bottom));
    padding-inline-start: ${space(3)};
  }
`;
