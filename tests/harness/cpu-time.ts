/**
 * Milliseconds of processor time that `run` takes on this thread: the same on a busy machine, unlike
 * wall-clock time.
 */
export function cpuTime(run: () => void): number {
  const began = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
