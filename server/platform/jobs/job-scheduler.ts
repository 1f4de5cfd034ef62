import { exclusiveFlag, type JobFlags, taskFlag, tenantFlag } from './job-flags.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';

/** Pauses of a queue whose receiver does not respond, in milliseconds: they double up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The most tenants that are remembered in one round. */
const ROUND_MAX = 1_000;

type Active = JobFlags & { queue: QueueName };

class QueueState {
  /** Whose jobs were started in this round: the others come first. */
  readonly served = new Set<string>();
  failures = 0;
  pausedUntil = 0;
}

/**
 * Decides which jobs a process may start. A queue has a maximum of running jobs (`QUEUES`), one tenant all
 * but one of them, and tenants alternate: in each round one job of each tenant that has any. A queue whose
 * receiver does not respond is paused, each time for longer, and then tried with a single job.
 */
export class JobScheduler {
  readonly #tasksOf: ReadonlyMap<QueueName, readonly string[]>;
  readonly #queueOf: ReadonlyMap<string, QueueName>;
  readonly #active = new Map<string, Active>();
  readonly #queues = new Map(QUEUE_NAMES.map((name) => [name, new QueueState()]));

  /** @param queueOf the queue of each task */
  constructor(queueOf: ReadonlyMap<string, QueueName>) {
    this.#queueOf = queueOf;
    const names = [...queueOf.keys()];
    this.#tasksOf = new Map(
      QUEUE_NAMES.map((queue) => [queue, names.filter((name) => queueOf.get(name) === queue)]),
    );
  }

  /** The flags of jobs that may not begin now. */
  forbidden(now = Date.now()): string[] {
    const flags: string[] = [];
    for (const [queue, state] of this.#queues) {
      const tasks = this.#tasksOf.get(queue) ?? [];
      if (this.#isClosed(queue, state, now)) {
        flags.push(...tasks.map(taskFlag));
        continue;
      }
      const tenants = new Set([...state.served, ...this.#tenantsAtShare(queue)]);
      for (const tenant of tenants) flags.push(...tasks.map((task) => tenantFlag(task, tenant)));
    }
    for (const { exclusive } of this.#active.values()) {
      if (exclusive !== null) flags.push(exclusiveFlag(exclusive));
    }
    return flags;
  }

  /** Called when no job may start. @returns whether one may start now, because a new round began. */
  nothingFound(now = Date.now()): boolean {
    let isNewRound = false;
    for (const [queue, state] of this.#queues) {
      if (state.served.size === 0 || this.#isClosed(queue, state, now)) continue;
      state.served.clear();
      isNewRound = true;
    }
    return isNewRound;
  }

  begin(id: string, task: string, flags: JobFlags): void {
    const queue = this.#queueOf.get(task);
    if (!queue) return;
    this.#active.set(id, { ...flags, queue });
    const served = this.#queues.get(queue)?.served;
    if (!served || flags.tenant === null) return;
    if (served.size >= ROUND_MAX) served.clear();
    served.add(flags.tenant);
  }

  /** @param how `unreachable` where the queue's receiver did not respond */
  end(id: string, how: 'done' | 'failed' | 'unreachable', now = Date.now()): void {
    const active = this.#active.get(id);
    this.#active.delete(id);
    const state = active && this.#queues.get(active.queue);
    if (!state) return;
    if (how === 'done') {
      state.failures = 0;
      state.pausedUntil = 0;
    } else if (how === 'unreachable' && state.pausedUntil <= now) {
      // Those that ran at the same time count once.
      state.pausedUntil = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** state.failures);
      state.failures += 1;
    }
  }

  #isClosed(queue: QueueName, state: QueueState, now: number): boolean {
    if (state.pausedUntil > now) return true;
    const most = state.failures > 0 ? 1 : QUEUES[queue];
    let count = 0;
    for (const active of this.#active.values()) if (active.queue === queue) count += 1;
    return count >= most;
  }

  /** Tenants with as many running jobs as one may have: a worker is left for the others. */
  #tenantsAtShare(queue: QueueName): string[] {
    const counts = new Map<string, number>();
    for (const active of this.#active.values()) {
      if (active.queue !== queue || active.tenant === null) continue;
      counts.set(active.tenant, (counts.get(active.tenant) ?? 0) + 1);
    }
    const share = Math.max(1, QUEUES[queue] - 1);
    return [...counts].filter(([, count]) => count >= share).map(([tenant]) => tenant);
  }
}
