'use no memo';

import { CircleCheck, CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { Lead, Title } from './parts.ts';

const Mark = styled.div<{ $tone: Tone }>`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  margin-bottom: ${space(5)};
  border-radius: 18px;
  background: ${({ $tone }) => color(`${$tone}Tint`)};
  color: ${({ $tone }) => color($tone)};
`;

type Tone = 'success' | 'warning' | 'info';
const ICONS: Record<Tone, LucideIcon> = { success: CircleCheck, warning: TriangleAlert, info: CloudOff };

type Props = { tone: Tone; title: ReactNode; text: ReactNode; takesFocus?: boolean; children?: ReactNode };

/** What the page says in place of the form: sent, waiting, closed. */
export function Ending({ tone, title, text, takesFocus = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [takesFocus]);
  const Icon = ICONS[tone];
  return (
    <section role={takesFocus ? 'status' : undefined}>
      <Mark $tone={tone}>
        <Icon aria-hidden size={28} strokeWidth={1.75} />
      </Mark>
      <Title ref={heading} tabIndex={-1} style={{ outline: 'none' }} dir="auto">
        {title}
      </Title>
      <Lead dir="auto">{text}</Lead>
      {children}
    </section>
  );
}
