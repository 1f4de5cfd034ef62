/**
 * Runs something and responds no sooner than after `milliseconds`, whatever the result: where two responses
 * are equal so that they reveal nothing, their timing must not reveal it either. Nothing that others wait for
 * (a transaction, a connection) may be open meanwhile: a route declares it by its `minimumMs`.
 */
export async function withMinimumDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const ready = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [done] = await Promise.allSettled([work(), ready]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
