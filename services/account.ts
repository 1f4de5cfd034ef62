import type { HubRole } from '#lib/policy/roles.ts';
import { get, patch, post } from './http.ts';

export type HubSummary = { id: string; name: string; domain_handle: string; role?: HubRole | null };

/** `auth/me/` (contract §4). */
export type User = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  current_step: string;
  organization: HubSummary | null;
  active_organization: HubSummary | null;
  organization_list: HubSummary[];
  profile_role: string | null;
  about?: string;
  avatar_url: string | null;
  is_email_verified: boolean;
};

export type Session = { token: string; user: User };

/** `wallet/subscription-detail/` */
export type Subscription = {
  plan: string;
  status: string;
  currency: string;
  limits: Record<string, number | null>;
  usage: Record<string, number>;
  valid_until: string | null;
};

type Coded = { code: string; name: string };

/** The part of `core/basic-settings/` that screens share. */
export type GlobalData = {
  permissions: Record<string, Coded[]>;
  roles: Record<string, (Coded & { operations: string[] })[]>;
  profile_roles: (Coded & { department: string })[];
};

export type Credentials = { email: string; password: string; visitor_id?: string; code?: string };
export type Registration = Credentials & { first_name?: string; last_name?: string; invite_token?: string };
export type ProfileChange = Partial<Pick<User, 'first_name' | 'last_name' | 'about'>> & {
  profile_role?: string;
};

export const login = (credentials: Credentials) => post<Session>('auth/login/', credentials);
export const register = (registration: Registration) => post<Session>('auth/register/', registration);
export const logout = () => get<null>('auth/logout/');
export const getUser = () => get<User>('auth/me/');
export const changeProfile = (change: ProfileChange) => patch<User>('auth/me/', change);
export const getSubscription = () => get<Subscription>('wallet/subscription-detail/');
export const getBasicSettings = () => get<GlobalData>('core/basic-settings/');
export const forgotPassword = (email: string) => post<null>('auth/password/forgot/', { email });
export const resetPassword = (token: string, password: string) =>
  post<null>('auth/password/reset/', { token, password });
export const activateHub = (handle: string) => post<User>(`hubs/${encodeURIComponent(handle)}/activate/`);
