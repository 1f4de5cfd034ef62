import type { ThemeChoice } from '#context/ShellContext.tsx';
import { SIDEBAR_COOKIE, THEME_COOKIE } from './page-props.ts';

const YEAR = 31_536_000;

function storeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, plain HTTP has none
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** Applies the chosen theme immediately, and has the server render the next page in it. */
export function applyTheme(theme: ThemeChoice): void {
  document.documentElement.dataset.theme = theme;
  storeCookie(THEME_COOKIE, theme);
}

export function storeSidebarState(collapsed: boolean): void {
  storeCookie(SIDEBAR_COOKIE, collapsed ? 'collapsed' : 'open');
}
