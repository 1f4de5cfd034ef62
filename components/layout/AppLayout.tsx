import dynamic from 'next/dynamic';
import Router from 'next/router';
import { type ReactNode, useEffect, useState } from 'react';
import styled from 'styled-components';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { useIdleCode } from '#components/ui/idle-code.ts';
import { InlineIntlContext } from '#components/ui/inline-intl.tsx';
import { SkipLink } from '#components/ui/SkipLink.tsx';
import { type Shell, useShell } from '#context/ShellContext.tsx';
import { UnreadNotificationsContext } from '#context/unread-notifications.ts';
import { useChangeEvents } from '#context/use-change-events.ts';
import { SIDEBAR_COLLAPSED_WIDTH, SIDEBAR_WIDTH } from '#lib/text/constants.ts';
import { noteNavigation } from '#services/change-events.ts';
import { below, color } from '#styles/tokens.ts';
import { storeSidebarState } from './appearance-cookies.ts';
import { BottomBar } from './BottomBar.tsx';
import { DrawerContext } from './drawer-context.ts';
import { fieldMessages } from './field-messages.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Providers } from './Providers.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useDrawer } from './use-drawer.ts';
import { useOfflineWorker } from './use-offline-worker.ts';

const Frame = styled.div<{ $collapsed: boolean }>`
  min-height: 100vh;
  min-height: 100dvh;
  padding-left: ${({ $collapsed }) => ($collapsed ? SIDEBAR_COLLAPSED_WIDTH : SIDEBAR_WIDTH)}px;

  ${below('md')} {
    padding-left: 0;
    padding-bottom: calc(72px + env(safe-area-inset-bottom));
  }

  @media print {
    min-height: 0;
    padding: 0;
  }
`;

const Shade = styled.div`
  position: fixed;
  inset: 0;
  z-index: 890;
  background: ${color('shade')};
`;

type AppLayoutProps = {
  shell: Shell;
  /** A part of the sidebar for the pages of one place. */
  panel?: ReactNode;
  children: ReactNode;
};

/** The signed-in layout: the sidebar (a drawer on phones), the page with its header, the phones' bottom bar. */
export default function AppLayout({ shell, panel, children }: AppLayoutProps) {
  return (
    <Providers shell={shell}>
      <InlineIntlContext value={fieldMessages}>
        <DisclosureProvider>
          <LayoutFrame initiallyCollapsed={shell.sidebarCollapsed} panel={panel}>
            {children}
          </LayoutFrame>
        </DisclosureProvider>
      </InlineIntlContext>
    </Providers>
  );
}

/** Only once the page is there: it watches what the page had already. */
const UnreadWatcher = dynamic(() => import('./UnreadWatcher.tsx').then((file) => file.UnreadWatcher), {
  ssr: false,
});

const nothing = () => undefined;

type LayoutFrameProps = { initiallyCollapsed: boolean; panel: ReactNode; children: ReactNode };

function LayoutFrame({ initiallyCollapsed, panel, children }: LayoutFrameProps) {
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const { open, setOpen, aside } = useDrawer();
  const { hub } = useShell();
  const [unread, setUnread] = useState<number | null>(null);
  useOfflineWorker();
  useIdleCode();
  // Screens subscribe to more; this detects on every page that the session or the membership ended.
  useChangeEvents(hub?.domain_handle ?? null, nothing);
  useEffect(() => {
    // A shallow navigation requests no data.
    const onStart = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) noteNavigation();
    };
    Router.events.on('routeChangeStart', onStart);
    return () => Router.events.off('routeChangeStart', onStart);
  }, []);
  return (
    <UnreadNotificationsContext value={unread}>
      <DrawerContext.Provider value={setOpen}>
        <SkipLink />
        <Sidebar
          ref={aside}
          collapsed={collapsed && !open}
          open={open}
          panel={panel}
          onClose={() => setOpen(false)}
          onCollapse={() => {
            setCollapsed(!collapsed);
            storeSidebarState(!collapsed);
          }}
        />
        {open && <Shade onClick={() => setOpen(false)} />}
        <Frame $collapsed={collapsed} inert={open}>
          {children}
        </Frame>
        <BottomBar inert={open} />
        <OfflineNotice />
        <UnreadWatcher onCount={setUnread} />
      </DrawerContext.Provider>
    </UnreadNotificationsContext>
  );
}
