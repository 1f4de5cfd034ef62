/**
 * Collects what arrives within a short time and processes it together, one batch after another: while one is
 * being processed, what arrives waits for the next, however fast it comes.
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

  function plan(): void {
    if (timer || isWorking || isStopped || batch.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      isWorking = true;
      const taken = batch;
      batch = new Set();
      work(taken)
        .catch(complain)
        .finally(() => {
          isWorking = false;
          plan();
        });
    }, ms);
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
