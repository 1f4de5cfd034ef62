import {
  Bell,
  Home,
  ListChecks,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Trash2,
  UserRoundCheck,
  Users,
  X,
} from 'lucide-react';
import { useRouter } from 'next/router';
import type { ReactNode, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { UnreadCount } from '#components/ui/UnreadCount.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useUnreadNotifications } from '#context/unread-notifications.ts';
import { HEADER_HEIGHT, SIDEBAR_COLLAPSED_WIDTH, SIDEBAR_WIDTH } from '#lib/text/constants.ts';
import { below, color, MOTION, SHADOW, space } from '#styles/tokens.ts';
import { HubSwitcher } from './HubSwitcher.tsx';
import { ProfileBlock } from './ProfileBlock.tsx';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';
import { SidebarSpaces } from './SidebarSpaces.tsx';
import { UnreadMark } from './UnreadMark.tsx';

const Aside = styled.aside<{ $collapsed: boolean; $open: boolean }>`
  position: fixed;
  z-index: 900;
  inset: 0 auto 0 0;
  display: flex;
  flex-direction: column;
  width: ${({ $collapsed }) => ($collapsed ? SIDEBAR_COLLAPSED_WIDTH : SIDEBAR_WIDTH)}px;
  border-right: 1px solid ${color('line')};
  background: ${color('surface')};

  ${below('md')} {
    width: min(${SIDEBAR_WIDTH + 30}px, 86vw);
    border-right: 0;
    visibility: ${({ $open }) => ($open ? 'visible' : 'hidden')};
    box-shadow: ${({ $open }) => ($open ? SHADOW.floating : 'none')};
    transform: ${({ $open }) => ($open ? 'none' : 'translateX(-100%)')};
    transition: transform ${MOTION}, visibility ${MOTION};
  }
`;

const Corner = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  height: ${HEADER_HEIGHT}px;
  padding: 0 ${space(3)};
  border-bottom: 1px solid ${color('line')};

  ${below('md')} {
    height: 60px;
  }
`;

const OnPhone = styled.div`
  display: none;

  ${below('md')} {
    display: block;
  }
`;

const Nav = styled.nav`
  flex: 1;
  min-height: 0;
  padding: ${space(3)};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.div`
  flex: none;
  padding: ${space(2)} ${space(3)};
`;

const Fold = styled.div<{ $collapsed: boolean }>`
  display: flex;
  justify-content: ${({ $collapsed }) => ($collapsed ? 'center' : 'flex-end')};
  padding: 0 ${space(3)} ${space(2)};

  ${below('md')} {
    display: none;
  }
`;

type SidebarProps = {
  ref: Ref<HTMLElement>;
  collapsed: boolean;
  /** As a drawer, on narrow screens. */
  open: boolean;
  /** What the pages of one place add to it. */
  panel: ReactNode;
  onClose: () => void;
  onCollapse: () => void;
};

/** The sidebar: hub, destinations, spaces, and the user; 270 px, or 100 with icons only. */
export function Sidebar({ ref, collapsed, open, panel, onClose, onCollapse }: SidebarProps) {
  const intl = useIntl();
  const { hub } = useShell();
  const path = useRouter().asPath.replace(/[?#].*$/, '');
  const unread = useUnreadNotifications();
  const base = hub ? `/${hub.domain_handle}` : null;
  return (
    <Aside data-print="hidden" ref={ref} $collapsed={collapsed} $open={open}>
      <Corner>
        <HubSwitcher collapsed={collapsed} />
        <OnPhone>
          <IconButton icon={X} label={intl.formatMessage({ id: 'layout.close_menu' })} onClick={onClose} />
        </OnPhone>
      </Corner>
      <Nav aria-label={intl.formatMessage({ id: 'layout.navigation' })}>
        <SidebarLinkList>
          <SidebarLink
            href={base ?? '/'}
            current={path === (base ?? '/')}
            collapsed={collapsed}
            mark={<Home aria-hidden size={18} strokeWidth={1.75} />}
            label={<FormattedMessage id="layout.home" />}
          />
          <SidebarLink
            href="/search"
            current={path === '/search'}
            collapsed={collapsed}
            mark={<Search aria-hidden size={18} strokeWidth={1.75} />}
            label={<FormattedMessage id="layout.search" />}
          />
          <SidebarLink
            href="/notifications"
            current={path === '/notifications'}
            collapsed={collapsed}
            mark={<UnreadMark icon={Bell} isUnread={collapsed && unread > 0} />}
            label={<FormattedMessage id="notifications.title" />}
            aside={<UnreadCount count={unread} messageId="notifications.unread_count" />}
          />
          {hub && (
            <SidebarLink
              href="/shared"
              current={path === '/shared'}
              collapsed={collapsed}
              mark={<UserRoundCheck aria-hidden size={18} strokeWidth={1.75} />}
              label={<FormattedMessage id="sharing.page_title" />}
            />
          )}
          {hub && (
            <SidebarLink
              href="/tasks"
              current={path === '/tasks'}
              collapsed={collapsed}
              mark={<ListChecks aria-hidden size={18} strokeWidth={1.75} />}
              label={<FormattedMessage id="layout.tasks" />}
            />
          )}
          {hub && base && hub.role !== 'guest' && (
            <SidebarLink
              href={`${base}/members`}
              current={path === `${base}/members`}
              collapsed={collapsed}
              mark={<Users aria-hidden size={18} strokeWidth={1.75} />}
              label={<FormattedMessage id="layout.people" />}
            />
          )}
        </SidebarLinkList>
        {!collapsed && panel}
        {base && <SidebarSpaces base={base} path={path} collapsed={collapsed} />}
      </Nav>
      {hub && base && (
        <Foot>
          <SidebarLinkList>
            <SidebarLink
              href={`${base}/settings/trash`}
              current={path === `${base}/settings/trash`}
              collapsed={collapsed}
              mark={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
              label={<FormattedMessage id="layout.trash" />}
            />
          </SidebarLinkList>
        </Foot>
      )}
      <Fold $collapsed={collapsed}>
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          size="small"
          label={intl.formatMessage({ id: collapsed ? 'layout.expand' : 'layout.collapse' })}
          aria-expanded={!collapsed}
          onClick={onCollapse}
        />
      </Fold>
      <ProfileBlock collapsed={collapsed} />
    </Aside>
  );
}
