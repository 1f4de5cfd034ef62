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
import { DEFAULT_CURRENCY } from '#lib/constants.ts';
import type { LoginRequest, RegisterRequest } from '#lib/contract/account.ts';
import { stepRedirect } from '#lib/current-step.ts';
import {
  getSubscription,
  getUser,
  login,
  logout,
  register as registerAccount,
  type SignedIn,
  type Subscription,
  type User,
} from '#services/account.ts';
import { setAuthorization, setOrgHandle, waitForSession } from '#services/http.ts';
import { forgetToken, keepToken, readToken } from '#services/token.ts';
import { useGlobalData } from './GlobalDataProvider.tsx';
import { useVisitorId } from './visitor-id.ts';

export type AuthState = {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  visitorId: number | null;
  subscription: Subscription | null;
  currency: string;
};

type Auth = AuthState & {
  /** Signs in, keeps the token and loads the person. @throws the client's error */
  signIn: (credentials: LoginRequest) => Promise<User>;
  /** Makes an account and signs it in. @throws the client's error */
  signUp: (registration: RegisterRequest) => Promise<User>;
  /** Ends the session here and on the server; never fails. */
  signOut: () => Promise<void>;
  /** Takes over what an answer says of the person (a profile change, a new active hub). */
  updateUser: (user: User) => void;
};

const AuthContext = createContext<Auth | null>(null);

type AuthProviderProps = {
  /** The person that the server rendered the page for. */
  initialUser?: User | null;
  /** The hub that the page is in, where it isn't the active one. */
  hubHandle?: string | null;
  /** False where the page is for everybody, so that nobody is led away from it. */
  followsSteps?: boolean;
  /** The page is for signed-in people only. */
  isPrivate?: boolean;
  children: ReactNode;
};

/**
 * Who is signed in (specification §4): reads the stored token, loads the person, their hub's subscription and the
 * global settings, and leads them to what they have still to do.
 */
export function AuthProvider({
  initialUser = null,
  hubHandle,
  followsSteps = true,
  isPrivate = false,
  children,
}: AuthProviderProps) {
  const router = useRouter();
  const { load: loadGlobalData } = useGlobalData();
  const visitorId = useVisitorId();
  const [user, setUser] = useState<User | null>(initialUser);
  const [rendered, setRendered] = useState(initialUser);
  const [subscription, setSubscription] = useState<Subscription | null>(null);
  const [isLoading, setLoading] = useState(true);

  // The server's word with the next page is newer than what was loaded before.
  if (initialUser !== rendered) {
    setRendered(initialUser);
    if (initialUser) setUser(initialUser);
  }

  const [openSession] = useState(makeSessionOpener);

  const handle = hubHandle ?? user?.active_organization?.domain_handle ?? null;
  useEffect(() => setOrgHandle(handle), [handle]);

  const path = useRef(router.asPath);
  useEffect(() => {
    path.current = router.asPath;
  }, [router.asPath]);

  const isLeft = useRef(false);

  const followStep = useCallback(
    (person: User) => {
      const target = followsSteps ? stepRedirect(person, path.current) : null;
      if (target) void router.replace(target);
    },
    [followsSteps, router],
  );

  const loadPerson = useCallback(async (): Promise<User> => {
    const person = (await getUser()).data;
    setOrgHandle(hubHandle ?? person.active_organization?.domain_handle ?? null);
    setUser(person);
    // A plan is a hub's: who has none yet has no plan.
    const plan = person.active_organization ? getSubscription() : Promise.reject();
    const [owned] = await Promise.allSettled([plan, loadGlobalData()]);
    setSubscription(owned.status === 'fulfilled' ? owned.value.data : null);
    return person;
  }, [hubHandle, loadGlobalData]);

  const clear = useCallback(() => {
    setAuthorization(null);
    setOrgHandle(null);
    setUser(null);
    setSubscription(null);
  }, []);

  const start = useCallback(async () => {
    try {
      if (!(await openSession())) {
        setUser(null);
        return;
      }
      followStep(await loadPerson());
    } catch {
      // A page that is being left breaks off its requests: that says nothing about the session.
      if (isLeft.current) return;
      clear();
      await forgetToken().catch(() => {});
      if (isPrivate) void router.replace(`/auth/signin?next=${encodeURIComponent(path.current)}`);
    } finally {
      setLoading(false);
    }
  }, [openSession, loadPerson, followStep, clear, isPrivate, router]);

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void start();
  }, [start]);

  useEffect(() => {
    isLeft.current = false;
    const leave = () => {
      isLeft.current = true;
    };
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  const enter = useCallback(
    async ({ token }: SignedIn): Promise<User> => {
      await keepToken(token);
      setAuthorization(token);
      return loadPerson();
    },
    [loadPerson],
  );

  const identified = useMemo(
    () => (visitorId === null ? {} : { visitor_id: String(visitorId) }),
    [visitorId],
  );

  const value = useMemo<Auth>(
    () => ({
      user,
      isAuthenticated: user !== null,
      isLoading,
      visitorId,
      subscription,
      currency: subscription?.currency ?? DEFAULT_CURRENCY,
      signIn: async (credentials) => enter((await login({ ...identified, ...credentials })).data),
      signUp: async (registration) => enter((await registerAccount({ ...identified, ...registration })).data),
      signOut: async () => {
        await logout().catch(() => {});
        await forgetToken().catch(() => {});
        clear();
      },
      updateUser: setUser,
    }),
    [user, isLoading, visitorId, subscription, identified, enter, clear],
  );
  return <AuthContext.Provider value={value}>{children}</AuthContext.Provider>;
}

/**
 * Reads the stored token once and sets it on both clients. It is announced to the versioned client while the
 * provider is first rendered, because the effects of screens inside run before its own.
 */
function makeSessionOpener(): () => Promise<string | null> {
  let opened: Promise<string | null> | null = null;
  const open = () => {
    opened ??= readToken().then((token) => {
      setAuthorization(token);
      return token;
    });
    return opened;
  };
  if (typeof window !== 'undefined') waitForSession(() => open().catch(() => null));
  return open;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider around it');
  return auth;
}
