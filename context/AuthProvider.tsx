import { useRouter } from 'next/router';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { stepRedirect } from '#lib/browser/current-step.ts';
import { signInPath } from '#lib/browser/sign-in-path.ts';
import type { LoginRequest, RegisterRequest } from '#lib/contract/account.ts';
import type { SessionEndReason } from '#lib/contract/session-end.ts';
import {
  getUser,
  login,
  logout,
  register as registerAccount,
  type SignedIn,
  type User,
} from '#services/account.ts';
import { closeChangeEvents, reopenChangeEvents } from '#services/change-events.ts';
import { setAuthorization, setOrgHandle } from '#services/http.ts';
import { clearToken, readToken, storeToken } from '#services/token.ts';
import { clearTransientData } from './browser-storage.ts';
import { isOwnedByOther, ownPage } from './page-owner.ts';
import { createSessionLoader } from './session-start.ts';
import { useSessionBroadcast } from './use-session-broadcast.ts';
import { useSessionEnd } from './use-session-end.ts';
import { logged, useSessionStart } from './use-session-start.ts';
import { useVisitorId } from './visitor-id.ts';

export type AuthState = {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  visitorId: number | null;
};

type Auth = AuthState & {
  /**
   * Why the session ended while the page was open; null while it is active. Signing in again continues where
   * the user was.
   */
  sessionEnded: SessionEndReason | null;
  /** Leaves the page for the sign-in page, which returns here. */
  leaveToSignIn: () => void;
  /** Signs in, stores the token and shows the user of the response. @throws the client's error */
  signIn: (credentials: LoginRequest) => Promise<User>;
  /** Creates an account and signs it in. @throws the client's error */
  signUp: (registration: RegisterRequest) => Promise<User>;
  /** Signs out here and on the server, and loads `path`, so that nothing stays in memory; never fails. */
  signOut: (path?: string) => Promise<void>;
  /** Updates the user from a response (a profile change, a new active hub). */
  updateUser: (user: User) => void;
};

const AuthContext = createContext<Auth | null>(null);

type AuthProviderProps = {
  /** The person that the server rendered the page for. */
  initialUser?: User | null;
  /** The hub that the page is in, where it isn't the active one. */
  hubHandle?: string | null;
  /** False where the page is public, so that nobody is redirected from it. */
  followsSteps?: boolean;
  /** The page is for signed-in users only. */
  isPrivate?: boolean;
  children: ReactNode;
};

/**
 * The signed-in user (docs/product-rules.md §2): reads the stored token, loads the user, and redirects to an open
 * step. What a screen needs of the hub's plan and of the global settings comes with its page.
 */
export function AuthProvider({
  initialUser = null,
  hubHandle,
  followsSteps = true,
  isPrivate = false,
  children,
}: AuthProviderProps) {
  const router = useRouter();
  const [user, setUser] = useNewestUser(initialUser);
  const [openSession] = useState(createSessionLoader);

  const handle = hubHandle ?? user?.active_organization?.domain_handle ?? null;
  useEffect(() => setOrgHandle(handle), [handle]);

  const { path, followStep } = useOpenStep(followsSteps);

  /** @param entered the user who just signed in, from the response to that */
  const loadPerson = useCallback(
    async (entered?: User): Promise<User> => {
      const person = entered ?? (await getUser()).data;
      setOrgHandle(hubHandle ?? person.active_organization?.domain_handle ?? null);
      setUser(person);
      return person;
    },
    [hubHandle, setUser],
  );

  const clear = useCallback(() => {
    setAuthorization(null);
    setOrgHandle(null);
    setUser(null);
  }, [setUser]);

  const [sessionEnded, setSessionEnded] = useState<SessionEndReason | null>(null);

  /**
   * Nobody is signed in any more, as reported by the server or another tab: the page is left, and the next
   * one shows why.
   */
  const wasSomebodys = isPrivate || initialUser !== null;
  const leave = useCallback(
    (ended: SessionEndReason) => {
      // The closing of a socket with the session would reload this page, which then shows no reason.
      closeChangeEvents();
      clear();
      if (wasSomebodys) void router.replace(signInPath(path.current, ended));
    },
    [clear, wasSomebodys, path, router],
  );

  const loadSession = useCallback(async () => {
    if (await openSession()) followStep(await loadPerson());
    else leave('signed_out');
  }, [openSession, followStep, loadPerson, leave]);

  const isLoading = useSessionStart(loadSession, leave);

  const userId = user?.id ?? null;
  useOwnedPage(userId);

  /** A new session of the same user continues with the page as it is. */
  const goOn = useCallback(
    async (token: string, entered?: User): Promise<User> => {
      setAuthorization(token);
      const person = await loadPerson(entered);
      setSessionEnded(null);
      reopenChangeEvents();
      return person;
    },
    [loadPerson],
  );

  useSessionEnd(isLoading || userId === null, (ended) => {
    // An expired token would make the sign-in itself fail.
    setAuthorization(null);
    if (ended === 'signed_out') leave(ended);
    else setSessionEnded(ended);
  });

  const notifyOtherTabs = useSessionBroadcast((other) => {
    if (other === userId && sessionEnded) {
      readToken()
        .then((token) => (token ? goOn(token) : null))
        .catch(logged);
      return;
    }
    if (other === userId) return;
    if (other === null) leave('signed_out');
    // The server renders the page for the other user, or redirects them.
    else router.reload();
  });

  const enter = useCallback(
    async ({ token, user: entered }: SignedIn): Promise<User> => {
      await storeToken(token);
      if (isOwnedByOther(entered.id)) {
        notifyOtherTabs(entered.id);
        // Waiting for the sign-in would open a page with another user's data; the server redirects instead.
        router.reload();
        return new Promise(() => {});
      }
      const person = await goOn(token, entered);
      notifyOtherTabs(person.id);
      return person;
    },
    [goOn, notifyOtherTabs, router],
  );

  const value = useAuthValue({
    user,
    isLoading,
    sessionEnded,
    enter,
    leave,
    clear,
    notifyOtherTabs,
    setUser,
  });
  return <AuthContext.Provider value={value}>{children}</AuthContext.Provider>;
}

/** The newest of the users that pages were rendered with and that was loaded since. */
function useNewestUser(initialUser: User | null) {
  const [user, setUser] = useState(initialUser);
  const [rendered, setRendered] = useState(initialUser);
  // The server's state from the next page is newer than what was loaded before.
  if (initialUser !== rendered) {
    setRendered(initialUser);
    if (initialUser) setUser(initialUser);
  }
  return [user, setUser] as const;
}

/** The address of the page, and what redirects from it to the step that a user has open. */
function useOpenStep(followsSteps: boolean) {
  const router = useRouter();
  const path = useRef(router.asPath);
  useEffect(() => {
    path.current = router.asPath;
  }, [router.asPath]);
  const followStep = useCallback(
    (person: User) => {
      const target = followsSteps ? stepRedirect(person, path.current) : null;
      if (target) void router.replace(target);
    },
    [followsSteps, router],
  );
  return { path, followStep };
}

/** Loads the page again where somebody else signed in meanwhile, as in another tab. */
function useOwnedPage(userId: User['id'] | null): void {
  const router = useRouter();
  useEffect(() => {
    if (userId === null) return;
    if (isOwnedByOther(userId)) router.reload();
    else ownPage(userId);
  }, [userId, router]);
}

type AuthParts = Pick<Auth, 'user' | 'isLoading' | 'sessionEnded'> & {
  enter: (signedIn: SignedIn) => Promise<User>;
  leave: (ended: SessionEndReason) => void;
  clear: () => void;
  notifyOtherTabs: (userId: User['id'] | null) => void;
  setUser: (user: User) => void;
};

/** What screens read and call: the same object until something of it changes. */
function useAuthValue({
  user,
  isLoading,
  sessionEnded,
  enter,
  leave,
  clear,
  notifyOtherTabs,
  setUser,
}: AuthParts): Auth {
  const visitorId = useVisitorId();
  return useMemo(() => {
    const identified = visitorId === null ? {} : { visitor_id: String(visitorId) };
    return {
      user,
      isAuthenticated: user !== null,
      isLoading,
      visitorId,
      sessionEnded,
      leaveToSignIn: () => leave(sessionEnded ?? 'ended'),
      signIn: async (credentials) => enter((await login({ ...identified, ...credentials })).data),
      signUp: async (registration) => enter((await registerAccount({ ...identified, ...registration })).data),
      signOut: async (path = '/auth/signin') => {
        closeChangeEvents();
        await logout().catch(logged);
        await clearToken().catch(logged);
        if (user) clearTransientData(user.id);
        clear();
        notifyOtherTabs(null);
        window.location.assign(path);
      },
      updateUser: setUser,
    };
  }, [user, isLoading, visitorId, sessionEnded, leave, enter, clear, notifyOtherTabs, setUser]);
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider around it');
  return auth;
}
