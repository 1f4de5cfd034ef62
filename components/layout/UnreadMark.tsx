import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';

const Marked = styled.span`
  position: relative;
  display: grid;
  flex: none;

  &[data-unread]::after {
    position: absolute;
    inset: var(--dot) var(--dot) auto auto;
    width: 8px;
    height: 8px;
    border: 2px solid ${color('surface')};
    border-radius: 50%;
    background: ${color('primaryFill')};
    box-sizing: content-box;
    content: '';
    pointer-events: none;
  }

  &[data-unread='button'] {
    --dot: 8px;
  }

  &[data-unread='icon'] {
    --dot: -3px;
  }
`;

/** A button with a dot where something is unread; its label says so too. */
export const UnreadDot = ({ isUnread, children }: { isUnread: boolean; children: ReactNode }) => (
  <Marked data-unread={isUnread ? 'button' : undefined}>{children}</Marked>
);

/** An icon of the sidebar, with a dot where something is unread. */
export const UnreadMark = ({ icon: Icon, isUnread }: { icon: LucideIcon; isUnread: boolean }) => (
  <Marked data-unread={isUnread ? 'icon' : undefined}>
    <Icon aria-hidden size={18} strokeWidth={1.75} />
  </Marked>
);
