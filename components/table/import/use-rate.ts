import { useEffect, useState } from 'react';

type Sample = { at: number; count: number };

/** The rate is that of the last seconds: what was slow in the beginning says nothing about now. */
const WINDOW_MS = 5_000;

/** The samples that count, with a new one. A count that went down begins again. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && last.count > next.count) return [next];
  const since = next.at - WINDOW_MS;
  // The last one before the window is where it begins.
  const begin = samples.findLastIndex(({ at }) => at <= since);
  return [...samples.slice(Math.max(0, begin)), next];
}

/** How much is done in a second; null until it is known. */
export function rateOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at || last.count <= first.count) return null;
  return Math.round((1000 * (last.count - first.count)) / (last.at - first.at));
}

/** How fast a count grows, per second; null while it is not known, or stands still on purpose. */
export function useRate(count: number, isRunning: boolean): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((known) => (isRunning ? withSample(known, { at: performance.now(), count }) : []));
  }, [count, isRunning]);
  return rateOf(samples);
}
