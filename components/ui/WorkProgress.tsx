import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { ProgressBar } from './ProgressBar.tsx';

const Line = styled.div`
  display: grid;
  gap: ${space(1)};
  max-width: 480px;
  margin-bottom: ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

const State = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  justify-content: space-between;
`;

type WorkProgressProps = {
  title: ReactNode;
  /** The name of its bar. */
  label: string;
  /** How much is done, from 0 to 1. */
  value: number;
  /** How much that is, in figures. */
  state: ReactNode;
  /** What can be done about it. */
  action: ReactNode;
};

/** How far something is that is done in the background. */
export function WorkProgress({ title, label, value, state, action }: WorkProgressProps) {
  return (
    <Line role="status">
      <span>{title}</span>
      <ProgressBar value={value} label={label} />
      <State>
        <span>{state}</span>
        {action}
      </State>
    </Line>
  );
}
