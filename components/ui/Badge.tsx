import { Check, CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

export type Tone = 'info' | 'success' | 'warning' | 'error';

const ICONS: Record<Tone, LucideIcon> = {
  info: Info,
  success: Check,
  warning: TriangleAlert,
  error: CircleAlert,
};

const Chip = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 100%;
  padding: 2px ${space(2)};
  border-radius: ${radius('chip')};
  background: ${({ $tone }) => color(`${$tone}Tint`)};
  color: ${({ $tone }) => color($tone)};
  font-size: 12.5px;
  font-weight: 500;
  line-height: 20px;

  > svg {
    flex: none;
  }

  /* One piece, however many words and names it is made of. */
  > span {
    min-width: 0;
  }
`;

type BadgeProps = { tone?: Tone; icon?: boolean; children: ReactNode };

/** A short status in its colour, with an icon so that colour is never the only sign. */
export function Badge({ tone = 'info', icon = true, children }: BadgeProps) {
  const Icon = ICONS[tone];
  return (
    <Chip $tone={tone}>
      {icon && <Icon aria-hidden size={13} strokeWidth={2} />}
      <span>{children}</span>
    </Chip>
  );
}
