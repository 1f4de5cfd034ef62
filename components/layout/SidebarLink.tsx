import NextLink from 'next/link';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { SIDEBAR_COLLAPSED_WIDTH } from '#lib/text/constants.ts';
import { below, color, MOTION, radius, space } from '#styles/tokens.ts';

/** Links of the sidebar, each in its own `li`. */
export const SidebarLinkList = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
`;

const NavLink = styled(NextLink)<{ $collapsed: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 38px;
  padding: 0 ${space(3)};
  border-radius: ${radius('control')};
  color: ${color('quiet')};
  font-weight: 500;
  text-decoration: none;
  transition: background ${MOTION};

  ${below('md')} {
    min-height: 44px;
  }

  > svg,
  > span[role='img'] {
    flex: none;
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
    text-decoration: none;
  }

  &[aria-current='page'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  ${({ $collapsed }) =>
    $collapsed &&
    css`
      justify-content: center;
      min-height: 44px;
    `}
`;

const Label = styled.span<{ $collapsed: boolean }>`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  /* Its tooltip: as far from the icons as the sidebar is wide. */
  ${({ $collapsed }) =>
    $collapsed &&
    css`
      position: fixed;
      left: ${SIDEBAR_COLLAPSED_WIDTH - 4}px;
      max-width: 280px;
      padding: 6px 10px;
      border-radius: ${radius('chip')};
      background: ${color('text')};
      color: ${color('page')};
      font-size: 13px;
      opacity: 0;
      pointer-events: none;

      a:hover > &,
      a:focus-visible > & {
        opacity: 1;
      }
    `}
`;

type SidebarLinkProps = {
  href: string;
  current: boolean;
  collapsed: boolean;
  mark: ReactNode;
  label: ReactNode;
  aside?: ReactNode;
  /** An action beside the link. */
  action?: ReactNode;
};

/** A link of the sidebar; its label is a tooltip while the sidebar is collapsed. */
export function SidebarLink({ href, current, collapsed, mark, label, aside, action }: SidebarLinkProps) {
  return (
    <li>
      {/* The scripts of the target page are prefetched on hover: those of this page are loaded first. */}
      <NavLink
        href={href}
        prefetch={false}
        aria-current={current ? 'page' : undefined}
        $collapsed={collapsed}
      >
        {mark}
        <Label $collapsed={collapsed}>{label}</Label>
        {!collapsed && aside}
      </NavLink>
      {!collapsed && action}
    </li>
  );
}
