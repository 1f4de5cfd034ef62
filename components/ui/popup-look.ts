import { css } from 'styled-components';
import { color, radius, SHADOW } from '#styles/tokens.ts';

/** The style of a menu, or of a field's list, above the page. */
export const popupLook = css`
  padding: 6px;
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
`;
