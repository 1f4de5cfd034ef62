import { get, remove } from './api.ts';

export const getIdentities = (signal?: AbortSignal) => get('auth/identities/', {}, signal ? { signal } : {});
export const disconnectIdentity = (id: string, password: string) =>
  remove(`auth/identities/${encodeURIComponent(id)}/`, { password });
