import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

export const Lines = styled.div`
  display: grid;
  gap: 2px;
  max-height: 65vh;
  overflow-y: auto;
`;

export const Column = styled.div`
  flex: 1 1 0;
  box-sizing: border-box;
  min-width: 0;
  padding: ${space(1)} ${space(3)};
  overflow-wrap: anywhere;
  border-inline-start: 3px solid transparent;
  border-radius: ${radius('chip')};

  > div > :first-child {
    margin-top: ${space(1)};
  }

  > div > :last-child {
    margin-bottom: ${space(1)};
  }

  &[data-kind='removed'] {
    border-color: ${color('error')};
    background: ${color('errorTint')};
  }

  &[data-kind='added'] {
    border-color: ${color('success')};
    background: ${color('successTint')};
  }
`;

/** One block beside the other; on phones what was changed stands below what it was, and the same text once. */
export const Line = styled.section`
  position: relative;
  display: flex;
  gap: ${space(3)};
  padding-inline-end: 72px;

  > strong {
    flex: 1 1 0;
    min-width: 0;
    padding: 0 ${space(3)};
    font-size: 13px;
    overflow-wrap: anywhere;
  }

  &[data-head] {
    position: sticky;
    z-index: 1;
    top: 0;
    padding-block: ${space(1)};
    background: ${color('raised')};
  }

  ${below('md')} {
    flex-direction: column;
    gap: 2px;
    padding-inline-end: 40px;

    &[data-head] {
      flex-direction: row;
    }

    &[data-same] > [data-side='before'],
    > [data-empty] {
      display: none;
    }
  }
`;

export const Actions = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  width: 68px;

  ${below('md')} {
    width: 36px;
  }
`;

/** What was done last; in sight while the parts are scrolled. */
export const Status = styled.div`
  position: sticky;
  z-index: 1;
  top: 0;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  background: ${color('surface')};
  font-size: 14px;

  &:not(:empty) {
    padding: ${space(2)} ${space(3)};
  }
`;
