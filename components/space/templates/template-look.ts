import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

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
