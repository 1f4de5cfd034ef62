import styled from 'styled-components';
import { color, MOTION } from '#styles/tokens.ts';

const Track = styled.div`
  width: 100%;
  height: 4px;
  overflow: hidden;
  border-radius: 2px;
  background: ${color('line')};
`;

const Fill = styled.div`
  height: 100%;
  border-radius: 2px;
  background: ${color('primary')};
  transition: width ${MOTION};
`;

type ProgressBarProps = { /** 0 to 1 */ value: number /** Name of the task. */; label: string };

export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Fill style={{ width: `${percent}%` }} />
    </Track>
  );
}
