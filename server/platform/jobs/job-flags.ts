import { createHash } from 'node:crypto';

/**
 * By flags the queue's library knows which jobs it may not take now (`JobScheduler`). A job has one for its
 * task, one for its tenant, and one where no other job of the same name may run at the same time.
 */
export const taskFlag = (task: string): string => `task:${task}`;
export const tenantFlag = (task: string, tenant: string): string => `tenant:${task}:${tenant}`;
export const exclusiveFlag = (name: string): string => `exclusive:${name}`;

/** A tenant as the queue stores it: hubs by their ids, users and addresses as a hash. */
export function queuedTenant(key: string): string {
  if (key.startsWith('hub:') || key.startsWith('hash:')) return key;
  return `hash:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
}

export type JobFlags = { tenant: string | null; exclusive: string | null };

export function flagsOf(task: string, { tenant, exclusive }: JobFlags): string[] {
  const flags = [taskFlag(task)];
  if (tenant !== null) flags.push(tenantFlag(task, tenant));
  if (exclusive !== null) flags.push(exclusiveFlag(exclusive));
  return flags;
}

/** The contents of a job's flags, as the library returns them; a job from before flags existed has none. */
export function readFlags(task: string, flags: object | null): JobFlags {
  const all = Object.keys(flags ?? {});
  const after = (prefix: string) => all.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
  return { tenant: after(tenantFlag(task, '')), exclusive: after(exclusiveFlag('')) };
}
