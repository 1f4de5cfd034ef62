import {
  Home,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  Search,
  Trash2,
  UserRoundCheck,
  Users,
  X,
} from 'lucide-react';
import NextLink from 'next/link';
import { useRouter } from 'next/router';
import type { ReactNode, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { Avatar } from '#components/common/Avatar.tsx';
import { IconButton } from '#components/common/Button.tsx';
import { VisibilityIcon } from '#components/common/VisibilityChip.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { HEADER_HEIGHT, SIDEBAR_COLLAPSED_WIDTH, SIDEBAR_WIDTH } from '#lib/constants.ts';
import { below, color, from, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import { HubSwitcher } from './HubSwitcher.tsx';
import { ProfileBlock } from './ProfileBlock.tsx';

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

const Links = styled.ul`
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

const Words = styled.span<{ $collapsed: boolean }>`
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

const Heading = styled.div<{ $collapsed: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $collapsed }) => ($collapsed ? 'center' : 'space-between')};
  padding: ${space(4)} 0 ${space(1)} ${({ $collapsed }) => ($collapsed ? '0' : space(3))};

  > h2 {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
    letter-spacing: 0;
  }
`;

const Plain = styled.p`
  padding: ${space(2)} ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
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
  onClose: () => void;
  onCollapse: () => void;
};

/** The one sidebar: hub, places, spaces, and the person; 270 px, or 100 with icons alone. */
export function Sidebar({ ref, collapsed, open, onClose, onCollapse }: SidebarProps) {
  const intl = useIntl();
  const { hub, spaces } = useShell();
  const path = useRouter().asPath.replace(/[?#].*$/, '');
  const base = hub ? `/${hub.domain_handle}` : null;
  const isHere = (href: string) => path === href || path.startsWith(`${href}/`);
  return (
    <Aside ref={ref} $collapsed={collapsed} $open={open}>
      <Corner>
        <HubSwitcher collapsed={collapsed} />
        <OnPhone>
          <IconButton icon={X} label={intl.formatMessage({ id: 'layout.close_menu' })} onClick={onClose} />
        </OnPhone>
      </Corner>
      <Nav aria-label={intl.formatMessage({ id: 'layout.navigation' })}>
        <Links>
          <Place
            href={base ?? '/'}
            current={path === (base ?? '/')}
            collapsed={collapsed}
            mark={<Home aria-hidden size={18} strokeWidth={1.75} />}
            words={<FormattedMessage id="layout.home" />}
          />
          <Place
            href="/search"
            current={path === '/search'}
            collapsed={collapsed}
            mark={<Search aria-hidden size={18} strokeWidth={1.75} />}
            words={<FormattedMessage id="layout.search" />}
          />
          {hub && (
            <Place
              href="/shared"
              current={path === '/shared'}
              collapsed={collapsed}
              mark={<UserRoundCheck aria-hidden size={18} strokeWidth={1.75} />}
              words={<FormattedMessage id="sharing.page_title" />}
            />
          )}
          {hub && base && hub.role !== 'guest' && (
            <Place
              href={`${base}/members`}
              current={path === `${base}/members`}
              collapsed={collapsed}
              mark={<Users aria-hidden size={18} strokeWidth={1.75} />}
              words={<FormattedMessage id="layout.people" />}
            />
          )}
        </Links>
        {hub && base && (
          <>
            <Heading $collapsed={collapsed}>
              {!collapsed && (
                <h2>
                  <FormattedMessage id="layout.spaces" />
                </h2>
              )}
              <NewSpace href={`${base}?new=space`} label={intl.formatMessage({ id: 'layout.new_space' })} />
            </Heading>
            {spaces.length === 0 && !collapsed && (
              <Plain>
                <FormattedMessage id="layout.no_spaces" />
              </Plain>
            )}
            <Links>
              {spaces.map((spaceOf) => (
                <Place
                  key={spaceOf.id}
                  href={`${base}/${spaceOf.slug}`}
                  current={isHere(`${base}/${spaceOf.slug}`)}
                  collapsed={collapsed}
                  mark={<Avatar name={spaceOf.name} seed={spaceOf.id} size={collapsed ? 28 : 20} square />}
                  words={spaceOf.name}
                  aside={<VisibilityIcon visibility={spaceOf.visibility} />}
                />
              ))}
            </Links>
          </>
        )}
      </Nav>
      {hub && base && (
        <Foot>
          <Links>
            <Place
              href={`${base}/settings/trash`}
              current={path === `${base}/settings/trash`}
              collapsed={collapsed}
              mark={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
              words={<FormattedMessage id="layout.trash" />}
            />
          </Links>
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

type PlaceProps = {
  href: string;
  current: boolean;
  collapsed: boolean;
  mark: ReactNode;
  words: ReactNode;
  aside?: ReactNode;
};

function Place({ href, current, collapsed, mark, words, aside }: PlaceProps) {
  return (
    <li>
      {/* The scripts of other pages come once the pointer is near: those of this one come first. */}
      <NavLink
        href={href}
        prefetch={false}
        aria-current={current ? 'page' : undefined}
        $collapsed={collapsed}
      >
        {mark}
        <Words $collapsed={collapsed}>{words}</Words>
        {!collapsed && aside}
      </NavLink>
    </li>
  );
}

const PlusLink = styled(NextLink)`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: ${radius('chip')};
  color: ${color('quiet')};

  ${from('md')} {
    margin-right: ${space(1)};
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
  }
`;

function NewSpace({ href, label }: { href: string; label: string }) {
  return (
    <PlusLink href={href} prefetch={false} aria-label={label} title={label}>
      <Plus aria-hidden size={17} strokeWidth={1.75} />
    </PlusLink>
  );
}
