import { createContext, type ReactNode, useContext } from 'react';
import type { PublicConfig } from '#lib/browser/page-request.ts';
import type { Organization, User } from '#lib/contract/account.ts';
import type { SessionEndReason } from '#lib/contract/session-end.ts';
import type { SpaceShortcuts } from '#lib/contract/space.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** A hub without spaces, or a page without a hub. */
export const NO_SHORTCUTS: SpaceShortcuts = {
  favourites: [],
  items: [],
  unread: [],
  recent: [],
  spaces: [],
  count: 0,
  notifications: 0,
};

/** The server's data of the user when it renders a page; every page gets it as the prop `shell`. */
export type Shell = {
  /** The signed-in person, or null. */
  viewer: User | null;
  /** The hub that the page is in: by its address, else the active one. */
  hub: Organization | null;
  /** The viewer's shortcut spaces in that hub, and how many spaces there are. */
  shortcuts: SpaceShortcuts;
  config: PublicConfig;
  theme: ThemeChoice;
  sidebarCollapsed: boolean;
  /** The page is for signed-in users only. */
  isPrivate: boolean;
  /** Users with an open step are redirected to it from here. */
  followsSteps: boolean;
  /** Why the user is not signed in any more; null for a signed-in user, and for one who never was. */
  sessionEnded: SessionEndReason | null;
  /** The status of the API that the page could not be loaded for; null for a page that is whole. */
  failed: number | null;
  /** The hub of the address, by its handle, that the user was removed from; the page then shows only that. */
  removed: { handle: string; ended: 'removed' | 'suspended' } | null;
};

const ShellContext = createContext<Shell | null>(null);

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>;
}

/** @throws outside of a layout */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs a layout around it');
  return shell;
}
