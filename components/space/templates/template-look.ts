import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

export const Sides = styled.div`
  display: grid;
  grid-template-columns: 260px minmax(0, 1fr);
  gap: ${space(6)};
  min-height: min(50vh, 480px);

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(4)};
  }
`;

export const List = styled.ul`
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
    font-weight: 500;
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

export const Preview = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  align-content: start;
  min-width: 0;
  max-height: 62vh;
  padding: ${space(5)};
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};

  ${below('md')} {
    max-height: none;
    padding: ${space(4)};
  }

  > h3 {
    font-size: 22px;
    font-weight: 700;
    overflow-wrap: anywhere;
  }

  > pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  > input {
    flex: 1;
    min-width: 160px;
  }
`;
