import type { FieldSummary } from '#lib/contract/submissions.ts';
import { addDecimals, divideDecimals } from '#lib/fields/decimal.ts';
import type { NumberTally } from './tally.ts';

/** Bars of a histogram at most; as few different numbers have a bar each. */
const BARS = 12;

type Numbers = NonNullable<FieldSummary['numbers']>;

/** The next larger round step: 1, 2, 5, 10 … */
function niceStep(least: number): number {
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((one) => one * unit >= least) ?? 10;
  return step * unit;
}

const exact = (number: number): number => Number(number.toPrecision(12));

function histogram(amounts: readonly (readonly [number, number])[]): Numbers['histogram'] {
  const [lowest] = amounts[0] ?? [0];
  const [highest] = amounts.at(-1) ?? [0];
  if (amounts.length <= BARS) return amounts.map(([at, count]) => ({ from: at, to: at, count }));
  const step = niceStep((highest - lowest) / BARS);
  const start = Math.floor(lowest / step);
  const bars = Array.from({ length: Math.floor(highest / step) - start + 1 }, (_, at) => ({
    from: exact((start + at) * step),
    to: exact((start + at + 1) * step),
    count: 0,
  }));
  for (const [amount, count] of amounts) {
    const at = Math.floor(exact(amount / step)) - start;
    const bar = bars[Math.min(Math.max(at, 0), bars.length - 1)];
    if (bar) bar.count += count;
  }
  return bars;
}

/** The median: of an even count, the mean of the two in the middle. */
function medianOf(amounts: readonly (readonly [number, number])[]): number {
  const total = amounts.reduce((sum, [, count]) => sum + count, 0);
  const at = (place: number): number => {
    let passed = 0;
    for (const [amount, count] of amounts) {
      passed += count;
      if (passed > place) return amount;
    }
    return 0;
  };
  const lower = at(Math.floor((total - 1) / 2));
  const upper = at(Math.floor(total / 2));
  const mean = divideDecimals(addDecimals([lower, upper]), 2);
  // Of the largest numbers, there is no sum.
  return Number.isFinite(mean) ? mean : lower / 2 + upper / 2;
}

/** Statistics of the submitted numbers. */
export function numberSummary({ min, max, sum, few, amounts }: NumberTally): Numbers {
  const sorted = [...amounts].sort(([a], [b]) => a - b);
  return {
    min,
    max,
    mean: few > 0 ? divideDecimals(sum, few) : null,
    sum: few > 0 ? sum : null,
    median: medianOf(sorted),
    histogram: histogram(sorted),
  };
}
