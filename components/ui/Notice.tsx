import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';
import type { Tone } from './Badge.tsx';

const Box = styled.div<{ $tone: Tone }>`
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius('control')};
  background: ${({ $tone }) => color(`${$tone}Tint`)};
  color: ${({ $tone }) => color($tone)};
  overflow-wrap: anywhere;
`;

type NoticeProps = { tone?: Tone; children: ReactNode };

/** A message about the whole form or screen; errors are announced assertively, others politely. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  return (
    <Box $tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </Box>
  );
}
