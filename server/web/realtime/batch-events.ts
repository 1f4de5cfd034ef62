/**
 * After a batch that took long, the next waits for so many times as long: however many sockets there are, and however
 * fast changes come, batches take at most a fifth of the time, and the changes of many writes share one.
 */
const REST = 4;
/** The longest such wait, in milliseconds. */
const LONGEST_REST_MS = 1_000;

/**
 * Collects what arrives within a short time and processes it together, one batch after another: while one is
 * being processed, and for a while after one that took long, what arrives waits for the next, however fast it
 * comes. What arrives after a pause waits for the short time alone.
 * @param work for each batch; what it throws is passed to `complain`
 */
export function createBatcher<One>(
  ms: number,
  work: (batch: ReadonlySet<One>) => Promise<void>,
  complain: (error: unknown) => void,
): { add(one: One): void; stop(): void } {
  let batch = new Set<One>();
  let timer: NodeJS.Timeout | null = null;
  let isWorking = false;
  let isStopped = false;
  let restsUntil = 0;

  function plan(): void {
    if (timer || isWorking || isStopped || batch.size === 0) return;
    timer = setTimeout(
      () => {
        timer = null;
        isWorking = true;
        const began = performance.now();
        const taken = batch;
        batch = new Set();
        work(taken)
          .catch(complain)
          .finally(() => {
            isWorking = false;
            const now = performance.now();
            restsUntil = now + Math.min(LONGEST_REST_MS, REST * (now - began));
            plan();
          });
      },
      Math.max(ms, restsUntil - performance.now()),
    );
  }

  return {
    add(one) {
      batch.add(one);
      plan();
    },
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
