import type { BothFactorsRequest } from '#lib/contract/second-factor.ts';
import { get, post, remove } from './api.ts';

export const getSecondFactor = () => get('auth/second-factor/');
export const startSecondFactor = (password: string) => post('auth/second-factor/start/', { password });
export const confirmSecondFactor = (code: string) => post('auth/second-factor/confirm/', { code });
export const renewRecoveryCodes = (proof: BothFactorsRequest) =>
  post('auth/second-factor/recovery-codes/', proof);
export const disableSecondFactor = (proof: BothFactorsRequest) => remove('auth/second-factor/', proof);
