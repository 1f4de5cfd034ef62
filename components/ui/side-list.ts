import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

/** A list of buttons, and beside it what the chosen one stands for; below it on narrow screens. */
export const Sides = styled.div`
  display: grid;
  grid-template-columns: 250px minmax(0, 1fr);
  gap: ${space(6)};
  min-height: min(50vh, 480px);

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(4)};
    min-height: 0;
  }
`;

/** The list: the button that is chosen has `aria-current`. */
export const SideList = styled.ul`
  display: grid;
  align-content: start;
  gap: 2px;
  max-height: 62vh;
  overflow-y: auto;

  ${below('md')} {
    max-height: 32vh;
  }

  button {
    display: grid;
    width: 100%;
    min-height: 44px;
    padding: ${space(2)} ${space(3)};
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
    color: ${color('text')};
    font-size: 14px;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  button:hover {
    background: ${color('hover')};
  }

  button[aria-current='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 400;
  }
`;
