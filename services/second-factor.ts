import type {
  BothFactorsRequest,
  RecoveryCodes,
  SecondFactorStart,
  SecondFactorState,
} from '#lib/contract/second-factor.ts';
import { get, post, remove } from './http.ts';

export const getSecondFactor = () => get<SecondFactorState>('auth/second-factor/');
export const startSecondFactor = (password: string) =>
  post<SecondFactorStart>('auth/second-factor/start/', { password });
export const confirmSecondFactor = (code: string) =>
  post<RecoveryCodes>('auth/second-factor/confirm/', { code });
export const renewRecoveryCodes = (proof: BothFactorsRequest) =>
  post<RecoveryCodes>('auth/second-factor/recovery-codes/', proof);
export const disableSecondFactor = (proof: BothFactorsRequest) => remove<null>('auth/second-factor/', proof);
