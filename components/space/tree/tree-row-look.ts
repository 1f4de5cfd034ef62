import NextLink from 'next/link';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

export const Scroller = styled.div`
  position: relative;
  max-height: max(240px, 38vh);
  overflow-y: auto;
  overscroll-behavior: contain;
`;

export const ExpandToggle = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  align-self: stretch;
  width: 20px;
  color: ${color('quiet')};
`;

/** The row's menu for the pointer; by keyboard it opens with Shift+F10. */
export const More = styled.span`
  display: none;
  flex: none;
  place-items: center;
  align-self: stretch;
  width: 26px;
  color: ${color('quiet')};

  &:hover {
    color: ${color('text')};
  }

  @media (hover: none) {
    display: grid;
    width: 44px;
  }
`;

export const Row = styled(NextLink)`
  position: absolute;
  inset-inline: 0;
  display: flex;
  align-items: center;
  gap: ${space(1)};
  border-radius: ${radius('control')};
  color: ${color('quiet')};
  font-size: 14px;
  text-decoration: none;

  > bdi {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
    text-decoration: none;
  }

  &:hover > ${More}, &:focus-visible > ${More} {
    display: grid;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &[data-edge='before'] {
    box-shadow: inset 0 2px 0 ${color('primary')};
  }

  &[data-edge='after'] {
    box-shadow: inset 0 -2px 0 ${color('primary')};
  }

  &[data-over] {
    background: ${color('primaryTint')};
    outline: 2px dashed ${color('primary')};
    outline-offset: -2px;
  }
`;
