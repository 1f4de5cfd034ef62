import { Menu as MenuIcon, Search } from 'lucide-react';
import NextLink from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { HeaderSearch } from '#components/search/HeaderSearch.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import { useUnreadNotifications } from '#context/unread-notifications.ts';
import { CONTENT_WIDTH, HEADER_HEIGHT } from '#lib/text/constants.ts';
import { below, CONTROL, color, radius, space } from '#styles/tokens.ts';
import { useDrawerSwitch } from './drawer-context.ts';
import { UnreadDot } from './UnreadMark.tsx';

const Header = styled.header`
  position: sticky;
  z-index: 700;
  top: 0;
  display: flex;
  align-items: center;
  gap: ${space(4)};
  height: ${HEADER_HEIGHT}px;
  padding: 0 ${space(8)};
  border-bottom: 1px solid ${color('line')};
  background: ${color('surface')};

  /* An open menu of it lies over panels at the side, and sheets of phones. */
  &:has([role='menu']) {
    z-index: 910;
  }

  ${below('lg')} {
    padding: 0 ${space(4)};
  }

  ${below('md')} {
    gap: ${space(2)};
    height: 60px;
    padding: 0 ${space(2)};
  }

  @media print {
    position: static;
    height: auto;
    padding: 0 0 ${space(4)};
    border-bottom: 0;
  }
`;

const OnPhone = styled.div`
  display: none;

  ${below('md')} {
    display: flex;
  }
`;

const Heading = styled.div`
  display: flex;
  flex: 1 1 auto;
  align-items: center;
  gap: ${space(4)};
  min-width: 0;

  ${below('md')} {
    gap: ${space(3)};
  }
`;

const Titles = styled.div`
  min-width: 0;
  max-width: 100%;

  > h1,
  > p[data-title] {
    overflow: hidden;
    font-size: 20px;
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    text-overflow: ellipsis;
    white-space: nowrap;

    ${below('md')} {
      font-size: 16px;
    }
  }
`;

/** Not truncated beside a long title; on phones both are shortened. */
const Status = styled.div`
  flex: none;

  ${below('md')} {
    flex: 0 1 auto;
  }

  &:empty {
    display: none;
  }
`;

const Subtitle = styled.p`
  overflow: hidden;
  color: ${color('quiet')};
  font-size: 13px;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${below('md')} {
    display: none;
  }
`;

const Crumbs = styled.nav`
  display: flex;
  gap: 6px;
  overflow: hidden;
  color: ${color('quiet')};
  font-size: 13px;
  white-space: nowrap;

  a {
    overflow: hidden;
    color: inherit;
    text-overflow: ellipsis;
  }

  ${below('sm')} {
    display: none;
  }
`;

const SearchSlot = styled.div<{ $spare: boolean }>`
  flex: 0 1 340px;
  min-width: 180px;

  /* Beside the sidebar there is little room: the title comes first. */
  ${below('xl')} {
    flex: 0 0 200px;
    min-width: 0;
  }

  /* Beside the acts of one item, and its title, there is room for its icon and its key alone. */
  ${below('lg')} {
    flex-basis: ${({ $spare }) => ($spare ? '76px' : '140px')};

    input::placeholder {
      ${({ $spare }) => ($spare ? 'color: transparent;' : '')}
    }
  }

  ${below('md')} {
    display: none;
  }
`;

const Actions = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(3)};

  ${below('md')} {
    gap: ${space(1)};
  }
`;

const SearchLink = styled(NextLink)`
  display: grid;
  place-items: center;
  width: ${CONTROL.large}px;
  height: ${CONTROL.large}px;
  border-radius: ${radius('control')};
  color: ${color('text')};
`;

const Main = styled.main<{ $reading: boolean }>`
  max-width: ${({ $reading }) => ($reading ? `${CONTENT_WIDTH + 64}px` : 'none')};
  margin: 0 auto;
  padding: ${space(6)} ${space(8)} ${space(12)};

  &:focus {
    outline: none;
  }

  ${below('md')} {
    padding: ${space(3)} ${space(3)} ${space(8)};
  }

  @media print {
    max-width: none;
    padding: 0;
  }
`;

type Crumb = { href: string; label: ReactNode };

export type ScreenProps = {
  /** The page's name: in the header, and in the browser's tab. */
  title: string;
  /** Left of the title: a space's avatar, a kind's icon. */
  mark?: ReactNode;
  /** Under the title; not on phones. */
  subtitle?: ReactNode;
  /** Above the title, from the outermost in. */
  crumbs?: Crumb[];
  /** Beside the title: the save state. */
  status?: ReactNode;
  /** At the right: people, buttons (`collapses`), the primary action last. */
  actions?: ReactNode;
  /** False where the content contains the page's heading itself. */
  heading?: boolean;
  /** False on the search page, which has its own field. */
  search?: boolean;
  /** 760 px wide for reading; lists and grids take the full width. */
  width?: 'full' | 'reading';
  children: ReactNode;
};

/** A page inside the signed-in layout: the header, then the content. Every such page uses it. */
export function Screen({
  title,
  mark,
  subtitle,
  crumbs,
  status,
  actions,
  heading = true,
  search = true,
  width = 'full',
  children,
}: ScreenProps) {
  const intl = useIntl();
  const openDrawer = useDrawerSwitch();
  const unread = useUnreadNotifications();
  const searchLabel = intl.formatMessage({ id: 'layout.search_everything' });
  return (
    <>
      <PageTitle title={title} />
      {/* A heading in the content is printed instead. */}
      <Header data-print={heading ? undefined : 'hidden'}>
        <OnPhone data-print="hidden">
          <UnreadDot isUnread={unread > 0}>
            <IconButton
              icon={MenuIcon}
              size="large"
              label={intl.formatMessage(
                { id: unread > 0 ? 'layout.open_menu_unread' : 'layout.open_menu' },
                { count: unread },
              )}
              onClick={() => openDrawer(true)}
            />
          </UnreadDot>
        </OnPhone>
        <Heading>
          {mark}
          <Titles>
            {crumbs && crumbs.length > 0 && <CrumbTrail crumbs={crumbs} />}
            {heading ? <h1 title={title}>{title}</h1> : <p data-title>{title}</p>}
            {subtitle && <Subtitle>{subtitle}</Subtitle>}
          </Titles>
          {status && <Status data-print="hidden">{status}</Status>}
        </Heading>
        {search && (
          <>
            <SearchSlot data-print="hidden" $spare={!heading}>
              <HeaderSearch />
            </SearchSlot>
            {/* Beside the acts of one item there is no room for it; the bar at the bottom has it too. */}
            {heading && (
              <OnPhone data-print="hidden">
                <SearchLink href="/search" prefetch={false} aria-label={searchLabel}>
                  <Search aria-hidden size={20} strokeWidth={1.75} />
                </SearchLink>
              </OnPhone>
            )}
          </>
        )}
        {actions && <Actions data-print="hidden">{actions}</Actions>}
      </Header>
      <Main id={MAIN_ID} tabIndex={-1} $reading={width === 'reading'}>
        {children}
      </Main>
    </>
  );
}

function CrumbTrail({ crumbs }: { crumbs: Crumb[] }) {
  const intl = useIntl();
  return (
    <Crumbs aria-label={intl.formatMessage({ id: 'layout.breadcrumb' })}>
      {crumbs.map(({ href, label }, index) => (
        <Fragment key={href}>
          {index > 0 && <span aria-hidden>›</span>}
          <NextLink href={href} prefetch={false}>
            {label}
          </NextLink>
        </Fragment>
      ))}
    </Crumbs>
  );
}
