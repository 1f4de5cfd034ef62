import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled, { keyframes } from 'styled-components';
import { LAZY_LOAD_DELAY } from '#lib/text/constants.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

/** A grey bar as a placeholder for a line that is loading. */
export const SkeletonBar = styled.span<{ $width?: string; $height?: number }>`
  display: block;
  width: ${({ $width = '100%' }) => $width};
  height: ${({ $height = 12 }) => $height}px;
  border-radius: ${radius('chip')};
  background: ${color('line')};
  animation: ${breathe} 1.4s ease-in-out infinite;
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  min-height: 60px;
  padding: ${space(3)} ${space(5)};
  border-bottom: 1px solid ${color('line')};
`;

const Lines = styled.span`
  display: grid;
  flex: 1;
  gap: ${space(2)};
`;

/** True once something has been loading for 200 ms, so that fast responses don't flicker. */
export function useIsSlow(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), LAZY_LOAD_DELAY);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading]);
  return loading && slow;
}

/** Placeholder rows of a list; mount it while the list loads. */
export function SkeletonList({ rows = 5 }: { rows?: number }) {
  const shown = useIsSlow(true);
  return (
    <div role="status">
      <VisuallyHidden>
        <FormattedMessage id="list.loading" />
      </VisuallyHidden>
      {shown &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          <Row key={row} aria-hidden>
            <SkeletonBar $width="36px" $height={36} />
            <Lines>
              <SkeletonBar $width={`${34 + ((row * 17) % 30)}%`} />
              <SkeletonBar $width="18%" $height={10} />
            </Lines>
          </Row>
        ))}
    </div>
  );
}
