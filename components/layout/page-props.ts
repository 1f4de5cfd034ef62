import type { GetServerSideProps, GetServerSidePropsContext, GetServerSidePropsResult } from 'next';
import { NO_SHORTCUTS, type Shell, type ThemeChoice } from '#context/ShellContext.tsx';
import { stepRedirect } from '#lib/browser/current-step.ts';
import { internalPath } from '#lib/browser/internal-path.ts';
import type { PageApiInit, PageRequest } from '#lib/browser/page-request.ts';
import { signInPath } from '#lib/browser/sign-in-path.ts';
import type { Organization, User } from '#lib/contract/account.ts';
import { parseSessionEndReason, type SessionEndReason } from '#lib/contract/session-end.ts';
import type { SpaceShortcuts } from '#lib/contract/space.ts';
import type { PageApi } from '#services/api.ts';
import { dataOrNull, PageFailure } from './page-failure.ts';
import { loadPageSession, sessionEndReasonIn } from './page-session.ts';

/** Cookies that the browser's own scripts set: the appearance of the page only. */
export const THEME_COOKIE = 'theme';
export const SIDEBAR_COOKIE = 'sidebar';

type Access =
  /** Signed-in users only; others are redirected to sign in and back. The default. */
  | 'private'
  /** Visitors only (signing in, signing up); signed-in users are redirected. */
  | 'visitors'
  | 'everyone';

type PageOptions = {
  access?: Access;
  /** False where the page is shown whatever a user's `current_step` is (an invitation). */
  followsSteps?: boolean;
  /** False where the page has no sidebar, and needs no list of spaces. */
  sidebar?: boolean;
};

/** The context for a page's own loading. */
export type PageVisit = {
  context: GetServerSidePropsContext;
  viewer: User | null;
  /** The hub of the page's address (`[handle]`), else the viewer's active one. */
  hub: Organization | null;
  /** Calls `/api/v1/<path>` as the viewer, in the page's hub. */
  api: PageApi;
  /** The same, as the holder of an opened share link: with the pass from opening it. */
  apiOfLink: (shareToken: string) => PageApi;
};

type OwnResult<Props> =
  | { props: Props }
  | { notFound: true }
  | { redirect: { destination: string; permanent: boolean } | { destination: string; statusCode: 303 } };

/** Every page's props: `shell` for the layout besides the page's own. */
export type WithShell<Props = object> = Props & { shell: Shell };

/** Without the page's own props `_app` shows a failure instead of the page; a page that loads nothing has none. */
const withShell = <Props extends object>(shell: Shell, own: Partial<Props> = {}) => ({
  props: Object.assign({ shell }, own as Props),
});

const to = (destination: string) => ({ redirect: { destination, permanent: false } });

/** The theme in a request's cookie. */
export function themeFromCookies(cookies: Partial<Record<string, string>>): ThemeChoice {
  const theme = cookies[THEME_COOKIE];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Whether a page's loading returned nothing to show. */
const isMissing = (own: object | undefined, statusCode: number) =>
  (own !== undefined && 'notFound' in own) || statusCode === 404;

/**
 * Every page's `getServerSideProps`: determines the user, the hub and the appearance; redirects visitors of private
 * pages to sign in, and users with an open step to it; then loads what the page itself needs. It is also the only code
 * that decides what a page does when the API refuses or fails (docs/decisions/0034).
 */
export function pageProps<Props extends object = object>(
  options: PageOptions = {},
  load?: (visit: PageVisit) => Promise<OwnResult<Props>>,
): GetServerSideProps<WithShell<Props>> {
  const { access = 'private', followsSteps = access === 'private', sidebar = access === 'private' } = options;

  return async (context): Promise<GetServerSidePropsResult<WithShell<Props>>> => {
    const { req, res, resolvedUrl, params, query } = context;
    const request = req.hubkeep;
    if (!request) throw new Error('Pages are served by the server in server/main.ts');
    res.setHeader('Cache-Control', 'private, no-store');

    const looks = {
      config: request.config,
      theme: themeFromCookies(req.cookies),
      sidebarCollapsed: req.cookies[SIDEBAR_COOKIE] === 'collapsed',
      isPrivate: access === 'private',
      followsSteps,
    };
    const nobody = {
      viewer: null,
      hub: null,
      shortcuts: NO_SHORTCUTS,
      sessionEnded: null,
      failed: null,
      removed: null,
    };
    /** Redirects to the sign-in page, which returns to this page. */
    const toSignIn = (ended?: SessionEndReason) => {
      if (ended) request.clearSession();
      return to(signInPath(resolvedUrl, ended));
    };
    /** The page shows the failure, with the status of the API. */
    const failedWith = (status: number): GetServerSidePropsResult<WithShell<Props>> => {
      res.statusCode = status;
      if (request.retryAfter) res.setHeader('Retry-After', request.retryAfter);
      const shell: Shell = { ...nobody, ...looks, failed: status };
      return withShell(shell);
    };

    try {
      const { viewer, ended } = await loadPageSession(request);
      if (access === 'private' && !viewer) return toSignIn(ended ?? undefined);
      if (access === 'visitors' && viewer) return to(internalPath(query.next) ?? '/');
      const handle = typeof params?.handle === 'string' ? params.handle : null;
      const removed = viewer && handle ? await removedFrom(request, viewer, handle) : null;
      /** A user who was removed from the hub of the address sees that, instead of being redirected. */
      const removedPage = (): GetServerSidePropsResult<WithShell<Props>> => {
        res.statusCode = 403;
        // A user without another hub would be redirected to create one.
        const shell: Shell = { ...nobody, ...looks, followsSteps: false, viewer, removed };
        return withShell(shell);
      };
      const step = viewer && followsSteps ? stepRedirect(viewer, resolvedUrl) : null;
      if (removed && (step || isHubHome(params))) return removedPage();
      if (step) return to(step);

      const hub = hubOf(viewer, handle);
      const orgHandle = handle ?? hub?.domain_handle;
      const apiWith =
        (more: PageApiInit): PageApi =>
        async (path: string, init?: PageApiInit) => {
          const response = await request.api<never>(path, {
            ...(orgHandle ? { orgHandle } : {}),
            ...(ended ? { isAnonymous: true } : {}),
            ...init,
            ...more,
          });
          // The session ended meanwhile: that is handled here for every page.
          if (viewer && !response.ok && response.code === 'not_signed_in') throw new PageFailure(response);
          return response;
        };
      const api = apiWith({});
      const apiOfLink = (shareToken: string) => apiWith({ shareToken });

      const [own, shortcuts] = await Promise.all([
        load?.({ context, viewer, hub, api, apiOfLink }),
        sidebar && viewer && hub ? shortcutsOf(api) : NO_SHORTCUTS,
      ]);
      // Public content is shown all the same; the user's own content requires signing in again.
      if (ended && isMissing(own, res.statusCode)) return toSignIn(ended);
      if (removed && isMissing(own, res.statusCode)) return removedPage();
      const renamed = handle && isMissing(own, res.statusCode) ? await newHandle(request, handle) : null;
      if (renamed) return to(renamedPath(resolvedUrl, renamed));
      if (own && !('props' in own)) return own;

      const reasonInQuery = access === 'visitors' ? parseSessionEndReason(query.ended) : null;
      const shell: Shell = {
        viewer,
        hub,
        shortcuts,
        ...looks,
        sessionEnded: ended ?? reasonInQuery,
        failed: null,
        removed: null,
      };
      return withShell(shell, own?.props);
    } catch (error) {
      if (!(error instanceof PageFailure)) throw error;
      // The session ended while the page was loaded.
      return error.status === 401 ? toSignIn(sessionEndReasonIn(error.data)) : failedWith(error.status);
    }
  };
}

const isHubHome = (params: GetServerSidePropsContext['params']) => Object.keys(params ?? {}).length === 1;

/** The hub of the address that removed or suspended the viewer; null for everybody else. */
async function removedFrom(request: PageRequest, viewer: User, handle: string): Promise<Shell['removed']> {
  const isSame = (one: Organization) => one.domain_handle.toLowerCase() === handle.toLowerCase();
  if (viewer.organization_list.some(isSame)) return null;
  const api: PageApi = (path: string, init?: PageApiInit) => request.api<never>(path, init);
  const found = dataOrNull(await api(`hubs/${encodeURIComponent(handle)}/membership-end/`));
  return found && { handle, ended: found.ended };
}

/** The handle of the hub that had the one of the address before, where the viewer may know. */
async function newHandle(request: PageRequest, handle: string): Promise<string | null> {
  const api: PageApi = (path: string, init?: PageApiInit) => request.api<never>(path, init);
  const found = dataOrNull(await api(`hubs/${encodeURIComponent(handle)}/new-handle/`));
  return found?.domain_handle ?? null;
}

const renamedPath = (path: string, handle: string) =>
  path.replace(/^\/[^/?#]*/, `/${encodeURIComponent(handle)}`);

function hubOf(viewer: User | null, handle: string | null): Organization | null {
  const active = viewer?.active_organization ?? null;
  if (!handle) return active;
  const wanted = handle.toLowerCase();
  return viewer?.organization_list.find((hub) => hub.domain_handle.toLowerCase() === wanted) ?? active;
}

async function shortcutsOf(api: PageApi): Promise<SpaceShortcuts> {
  const response = await api('space-shortcuts/');
  return response.ok ? response.data : NO_SHORTCUTS;
}
