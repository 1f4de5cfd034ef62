import type {
  ChangeEmailRequest,
  ForgotPasswordRequest,
  LoginRequest,
  ProfileRequest,
  RegisterRequest,
  ResetPasswordRequest,
  SignedIn,
  User,
  VerifyEmailRequest,
} from '#lib/contract/account.ts';
import { get, patch, post } from './api.ts';

export type { SignedIn, User };

export const login = (request: LoginRequest) => post('auth/login/', request);
export const register = (request: RegisterRequest) => post('auth/register/', request);
export const logout = () => get('auth/logout/');
export const getUser = () => get('auth/me/');
export const changeProfile = (request: ProfileRequest) => patch('auth/me/', request);
export const getBasicSettings = (signal?: AbortSignal) =>
  get('core/basic-settings/', {}, signal ? { signal } : {});
export const forgotPassword = (request: ForgotPasswordRequest) => post('auth/password/forgot/', request);
export const resetPassword = (request: ResetPasswordRequest) => post('auth/password/reset/', request);
export const getPendingEmail = () => get('auth/verify-email/');
export const verifyEmail = (request: VerifyEmailRequest) => post('auth/verify-email/', request);
export const resendCode = () => post('auth/resend-code/');
export const changeEmail = (request: ChangeEmailRequest) => post('auth/email/change/', request);
export const activateHub = (handle: string) => post(`hubs/${encodeURIComponent(handle)}/activate/`);
