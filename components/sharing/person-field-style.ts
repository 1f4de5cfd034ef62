import styled from 'styled-components';
import { optionStyle } from '#components/ui/option-list-style.ts';
import { color, radius, space } from '#styles/tokens.ts';

export const Box = styled.div`
  display: grid;
  gap: ${space(1)};
  min-width: 0;
`;

export const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
`;

export const Chip = styled.li`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  padding-inline-start: 10px;
  border-radius: ${radius('chip')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  font-size: 13px;

  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  > button {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    padding: 0;
    border: 0;
    border-radius: inherit;
    background: transparent;
    color: inherit;
    cursor: pointer;

    &:hover {
      background: ${color('hover')};
    }

    @media (pointer: coarse) {
      width: 44px;
      height: 44px;
    }
  }
`;

/** What is typed, and who is found. */
export const Search = styled.div`
  display: grid;
  gap: ${space(1)};
  min-width: 0;
`;

/** In the flow: what is around the field scrolls, and would cut off what hangs over it. */
export const List = styled.ul`
  max-height: 190px;
  margin: 0;
  padding: 4px;
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  list-style: none;
`;

export const Option = styled.li`
  ${optionStyle}
  flex-direction: column;
  align-items: stretch;
  justify-content: center;
  gap: 0;
`;

export const Note = styled.div`
  padding: 4px 8px;
  color: ${color('quiet')};
  font-size: 13px;
`;
