'use no memo';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styled, { css } from 'styled-components';
import { CONTROL, color, MOTION, radius, space } from '#styles/tokens.ts';

const look = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: ${CONTROL.medium}px;
  border-radius: ${radius('control')};
  font-size: 14px;
  font-weight: 500;
  cursor: pointer;
  transition:
    background ${MOTION},
    color ${MOTION};

  &:hover:not(:disabled, [aria-disabled='true']) {
    background: ${color('hover')};
    color: ${color('text')};
  }

  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.45;
  }

  @media (pointer: coarse) {
    min-width: ${CONTROL.large}px;
    min-height: ${CONTROL.large}px;
  }
`;

const Words = styled.button`
  ${look}
  padding: 0 ${space(4)};
  border: 1px solid ${color('line')};
  background: ${color('surface')};
  color: ${color('text')};
`;

const Square = styled.button`
  ${look}
  width: ${CONTROL.medium}px;
  padding: 0;
  border: 0;
  background: transparent;
  color: ${color('quiet')};
`;

type Props = { icon: LucideIcon; label: string } & Omit<ComponentProps<'button'>, 'children'>;

/** The buttons of a page that is filled, which carries no more than it needs. */
export function WordButton({ icon: Icon, label, ...rest }: Props) {
  return (
    <Words type="button" {...rest}>
      <Icon aria-hidden size={17} strokeWidth={1.75} />
      <span>{label}</span>
    </Words>
  );
}

export function SquareButton({ icon: Icon, label, ...rest }: Props) {
  return (
    <Square type="button" aria-label={label} title={label} {...rest}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </Square>
  );
}
