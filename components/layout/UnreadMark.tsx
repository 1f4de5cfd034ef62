import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';

const Marked = styled.span`
  position: relative;
  display: grid;
  flex: none;
`;

const Dot = styled.span<{ $far: boolean }>`
  position: absolute;
  top: ${({ $far }) => ($far ? '8px' : '-3px')};
  right: ${({ $far }) => ($far ? '8px' : '-3px')};
  width: 8px;
  height: 8px;
  border: 2px solid ${color('surface')};
  border-radius: 50%;
  background: ${color('primaryFill')};
  box-sizing: content-box;
  pointer-events: none;
`;

/** A button with a dot where something is unread; its label says so too. */
export const UnreadDot = ({ isUnread, children }: { isUnread: boolean; children: ReactNode }) => (
  <Marked>
    {children}
    {isUnread && <Dot $far />}
  </Marked>
);

/** An icon of the sidebar, with a dot where something is unread. */
export const UnreadMark = ({ icon: Icon, isUnread }: { icon: LucideIcon; isUnread: boolean }) => (
  <Marked>
    <Icon aria-hidden size={18} strokeWidth={1.75} />
    {isUnread && <Dot $far={false} />}
  </Marked>
);
