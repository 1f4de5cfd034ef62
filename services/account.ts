import type {
  ChangeEmailRequest,
  ForgotPasswordRequest,
  LoginRequest,
  PendingEmail,
  ProfileRequest,
  RegisterRequest,
  ResetPasswordRequest,
  SignedIn,
  User,
  VerifyEmailRequest,
} from '#lib/contract/account.ts';
import type { BasicSettings, Subscription } from '#lib/contract/core.ts';
import { get, patch, post } from './http.ts';

export type { SignedIn, Subscription, User };

/** The part of `core/basic-settings/` that screens share. */
export type GlobalData = Pick<BasicSettings, 'permissions' | 'roles' | 'profile_roles'>;

export const login = (request: LoginRequest) => post<SignedIn>('auth/login/', request);
export const register = (request: RegisterRequest) => post<SignedIn>('auth/register/', request);
export const logout = () => get<null>('auth/logout/');
export const getUser = () => get<User>('auth/me/');
export const changeProfile = (request: ProfileRequest) => patch<User>('auth/me/', request);
export const getSubscription = () => get<Subscription>('wallet/subscription-detail/');
export const getBasicSettings = () => get<BasicSettings>('core/basic-settings/');
export const forgotPassword = (request: ForgotPasswordRequest) =>
  post<null>('auth/password/forgot/', request);
export const resetPassword = (request: ResetPasswordRequest) => post<null>('auth/password/reset/', request);
export const getPendingEmail = () => get<PendingEmail>('auth/verify-email/');
export const verifyEmail = (request: VerifyEmailRequest) => post<User>('auth/verify-email/', request);
export const resendCode = () => post<null>('auth/resend-code/');
export const changeEmail = (request: ChangeEmailRequest) => post<User>('auth/email/change/', request);
export const activateHub = (handle: string) => post<User>(`hubs/${encodeURIComponent(handle)}/activate/`);
