import { Home, LayoutGrid, type LucideIcon, Plus, Search, UserRound } from 'lucide-react';
import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useShell } from '#context/ShellContext.tsx';
import { below, color } from '#styles/tokens.ts';
import { useDrawerSwitch } from './drawer-context.ts';

const Bar = styled.nav`
  display: none;

  ${below('md')} {
    position: fixed;
    z-index: 800;
    inset: auto 0 0;
    display: grid;
    grid-template-columns: repeat(5, 1fr);
    place-items: center;
    height: calc(72px + env(safe-area-inset-bottom));
    padding-bottom: env(safe-area-inset-bottom);
    border-top: 1px solid ${color('line')};
    background: ${color('surface')};
  }

  a,
  button {
    display: grid;
    place-items: center;
    width: 48px;
    height: 48px;
    border: 0;
    border-radius: 14px;
    background: none;
    color: ${color('quiet')};
  }

  a[aria-current='page'] {
    color: ${color('primaryText')};
  }

  a[data-main] {
    background: ${color('primaryFill')};
    color: ${color('onFill')};
  }
`;

/** The five destinations on narrow screens; `+` creates something on the current page. */
export function BottomBar({ inert }: { inert: boolean }) {
  const intl = useIntl();
  const { hub } = useShell();
  const router = useRouter();
  const openDrawer = useDrawerSwitch();
  const path = router.asPath.replace(/[?#].*$/, '');
  const spaces = intl.formatMessage({ id: 'layout.spaces' });
  return (
    <Bar data-print="hidden" aria-label={intl.formatMessage({ id: 'layout.navigation' })} inert={inert}>
      <Place
        href={hub ? `/${hub.domain_handle}` : '/'}
        icon={Home}
        label={intl.formatMessage({ id: 'layout.home' })}
        path={path}
      />
      <Place href="/search" icon={Search} label={intl.formatMessage({ id: 'layout.search' })} path={path} />
      <NextLink
        prefetch={false}
        href={newPath(hub?.domain_handle, router.query)}
        data-main
        aria-label={intl.formatMessage({ id: 'layout.new' })}
      >
        <Plus aria-hidden size={22} strokeWidth={1.75} />
      </NextLink>
      <button type="button" aria-label={spaces} title={spaces} onClick={() => openDrawer(true)}>
        <LayoutGrid aria-hidden size={22} strokeWidth={1.75} />
      </button>
      <Place
        href="/profile"
        icon={UserRound}
        label={intl.formatMessage({ id: 'layout.profile' })}
        path={path}
      />
    </Bar>
  );
}

type PlaceProps = { href: string; icon: LucideIcon; label: string; path: string };

function Place({ href, icon: Icon, label, path }: PlaceProps) {
  return (
    <NextLink
      href={href}
      prefetch={false}
      aria-label={label}
      aria-current={path === href ? 'page' : undefined}
    >
      <Icon aria-hidden size={22} strokeWidth={1.75} />
    </NextLink>
  );
}

/** In a space it creates an item there, elsewhere a space. */
function newPath(handle: string | undefined, query: Partial<Record<string, string | string[]>>): string {
  const { handle: shown, space: slug } = query;
  if (typeof shown === 'string' && typeof slug === 'string') return `/${shown}/${slug}?new=item`;
  return handle ? `/${handle}?new=space` : '/create-hub';
}
