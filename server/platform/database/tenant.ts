import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The tenant of the current work, so that connections and workers are shared out fairly: `hub:<id>`, or,
 * while the hub is not known, `user:<id>` or `address:<ip>`.
 */
export type Tenant = {
  key: string;
  /** How long it has waited for places so far, in milliseconds: its patience is for all of them together. */
  waitedMs: number;
};

const current = new AsyncLocalStorage<Tenant | null>();

export const hubTenant = (hubId: string): string => `hub:${hubId}`;

/** Runs `work` for a tenant; null is the system's own work, which is not limited. */
export function withTenant<T>(key: string | null, work: () => T): T {
  return current.run(key === null ? null : { key, waitedMs: 0 }, work);
}

/**
 * Sets the tenant of the rest of the current request or job; what it holds already counts for that tenant,
 * too.
 */
export function setTenant(key: string): void {
  const tenant = current.getStore();
  if (tenant) tenant.key = key;
}

export function currentTenant(): Tenant | null {
  return current.getStore() ?? null;
}
