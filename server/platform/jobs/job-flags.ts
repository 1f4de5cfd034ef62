import { createHash } from 'node:crypto';

/**
 * Flags tell the queue's library which jobs it may not take just now (`JobScheduler`). A job has one for its task, one for
 * the tenant that it is done for, and one where no other of the same name may be at work beside it.
 */
export const taskFlag = (task: string): string => `task:${task}`;
export const tenantFlag = (task: string, tenant: string): string => `tenant:${task}:${tenant}`;
export const exclusiveFlag = (name: string): string => `exclusive:${name}`;

/** A tenant as it stands in the queue: hubs by their ids, people and addresses as nobody can read them. */
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

/** What a job's flags say, as the library gives them; a job from before there were flags has none. */
export function readFlags(task: string, flags: object | null): JobFlags {
  const all = Object.keys(flags ?? {});
  const after = (prefix: string) => all.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
  return { tenant: after(tenantFlag(task, '')), exclusive: after(exclusiveFlag('')) };
}
