import type { BothFactorsRequest } from '#lib/contract/second-factor.ts';
import { get, post, remove } from './api.ts';

export const getSecondFactor = (signal?: AbortSignal) =>
  get('auth/second-factor/', {}, signal ? { signal } : {});
export const startSecondFactor = (password: string) => post('auth/second-factor/start/', { password });
export const confirmSecondFactor = (code: string) => post('auth/second-factor/confirm/', { code });
export const renewRecoveryCodes = (proof: BothFactorsRequest) =>
  post('auth/second-factor/recovery-codes/', proof);
export const disableSecondFactor = (proof: BothFactorsRequest) => remove('auth/second-factor/', proof);
