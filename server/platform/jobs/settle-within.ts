/**
 * Waits for work that has to end, but no longer than `ms`: a stop continues without what hangs.
 * @returns whether it ended in time, successfully or not
 */
export async function settleWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, over]).finally(() => clearTimeout(timer));
}
