import styled, { css } from 'styled-components';
import { CONTROL, color, MOTION, radius } from '#styles/tokens.ts';

/** The look of everything that is typed into; antd-free, so that any page can carry it. */
export const control = css`
  width: 100%;
  min-height: ${CONTROL.large}px;
  padding: 0 14px;
  border: 1px solid ${color('fieldLine')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  color: ${color('text')};
  font-size: 14px;
  transition: border-color ${MOTION};

  /* Smaller letters make phones zoom in. */
  @media (pointer: coarse) {
    font-size: 16px;
  }

  &:hover:not(:disabled) {
    border-color: ${color('quiet')};
  }

  &:focus-visible {
    border-color: ${color('primary')};
    outline: 2px solid ${color('primary')};
    outline-offset: -1px;
  }

  &[aria-invalid='true'] {
    border-color: ${color('error')};
  }

  &:disabled {
    background: ${color('page')};
    color: ${color('quiet')};
  }
`;

export const Input = styled.input`
  ${control}
`;

export const TextArea = styled.textarea`
  ${control}
  padding-block: 10px;
  line-height: 1.5;
  resize: vertical;
`;

export const Select = styled.select`
  ${control}
  padding-right: 36px;
  appearance: none;
  background-image:
    linear-gradient(45deg, transparent 50%, currentcolor 50%),
    linear-gradient(-45deg, transparent 50%, currentcolor 50%);
  background-position:
    right 19px center,
    right 14px center;
  background-repeat: no-repeat;
  background-size: 5px 5px;

  option,
  optgroup {
    background: ${color('raised')};
    color: ${color('text')};
  }
`;
