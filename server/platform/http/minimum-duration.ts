/**
 * Does something and answers no sooner than after `milliseconds`, whatever came of it: where two answers are the same
 * so that nothing can be told from them, the time that they take must not tell it either. Nothing that others wait for
 * (a transaction, a connection) may be open meanwhile: a route asks for it by its `minimumMs`.
 */
export async function withMinimumDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const ready = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [done] = await Promise.allSettled([work(), ready]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
