import { LayoutList, Plus } from 'lucide-react';
import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useShell } from '#context/ShellContext.tsx';
import { color, from, radius, space } from '#styles/tokens.ts';
import { SpaceFilter } from './SidebarFilter.tsx';
import { FavouriteItems, UnreadItems } from './SidebarItemLinks.tsx';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';
import { FavouriteSpaces, SidebarSpaceLinks } from './SidebarSpaceLinks.tsx';
import { useSpaceFilter } from './use-space-filter.ts';

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

type SidebarSpacesProps = {
  /** The hub's address. */
  base: string;
  /** Path of the open page. */
  path: string;
  collapsed: boolean;
};

/** The user's favourite and recent spaces, the first of the others, and links to all of them and to a new one. */
export function SidebarSpaces({ base, path, collapsed }: SidebarSpacesProps) {
  const intl = useIntl();
  const { shortcuts } = useShell();
  const { favourites, items, unread, recent, spaces, count } = shortcuts;
  const filter = useSpaceFilter();
  const hasMore = count > spaces.length;
  const starred = new Set(favourites.map(({ id }) => id));
  // Recent spaces are listed only where not all spaces are.
  const latest = hasMore ? recent.filter(({ id }) => !starred.has(id)) : [];
  const listed = { base, path, collapsed };
  return (
    <>
      {unread.length > 0 && (
        <Part titleId="layout.unread" href="/watched" collapsed={collapsed}>
          <UnreadItems {...listed} items={unread} />
        </Part>
      )}
      {favourites.length + items.length > 0 && (
        <Part titleId="layout.favourites" collapsed={collapsed}>
          {favourites.length > 0 && <FavouriteSpaces {...listed} favourites={favourites} />}
          {items.length > 0 && <FavouriteItems {...listed} items={items} />}
        </Part>
      )}
      {latest.length > 0 && !collapsed && (
        <Part titleId="layout.recent" collapsed={collapsed}>
          <SidebarSpaceLinks {...listed} spaces={latest} />
        </Part>
      )}
      <Heading $collapsed={collapsed}>
        {!collapsed && (
          <h2>
            <FormattedMessage id="layout.spaces" />
          </h2>
        )}
        <NewSpace href={`${base}?new=space`} label={intl.formatMessage({ id: 'layout.new_space' })} />
      </Heading>
      {hasMore && !collapsed && <SpaceFilter filter={filter} />}
      {spaces.length === 0 && !collapsed && (
        <Plain>
          <FormattedMessage id="layout.no_spaces" />
        </Plain>
      )}
      {!(collapsed && hasMore && favourites.length > 0) && (
        <SidebarSpaceLinks {...listed} spaces={(hasMore && !collapsed && filter.found) || spaces} />
      )}
      {spaces.length > 0 && (
        <SidebarLinkList>
          <SidebarLink
            href={`${base}?${new URLSearchParams({ view: 'spaces', ...(filter.query ? { q: filter.query } : {}) })}`}
            current={false}
            collapsed={collapsed}
            mark={<LayoutList aria-hidden size={18} strokeWidth={1.75} />}
            label={
              hasMore ? (
                <FormattedMessage id="layout.all_spaces_count" values={{ count }} />
              ) : (
                <FormattedMessage id="layout.all_spaces" />
              )
            }
          />
        </SidebarLinkList>
      )}
    </>
  );
}

type PartProps = {
  titleId: 'layout.favourites' | 'layout.recent' | 'layout.unread';
  /** Where all of them are listed. */
  href?: string;
  collapsed: boolean;
  children: ReactNode;
};

function Part({ titleId, href, collapsed, children }: PartProps) {
  return (
    <>
      {!collapsed && (
        <Heading $collapsed={collapsed}>
          <h2>
            {href ? (
              <NextLink href={href}>
                <FormattedMessage id={titleId} />
              </NextLink>
            ) : (
              <FormattedMessage id={titleId} />
            )}
          </h2>
        </Heading>
      )}
      {children}
    </>
  );
}
