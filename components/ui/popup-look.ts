import { css } from 'styled-components';
import { color, radius, SHADOW } from '#styles/tokens.ts';

/** How a menu, or the list of a field, lies above the screen. */
export const popupLook = css`
  padding: 6px;
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
`;
