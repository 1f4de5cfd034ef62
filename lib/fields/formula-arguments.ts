import { SIGNATURES } from '#lib/fields/formula-signatures.ts';

const DIGITS = 'a number, and how many decimals; below zero, how many digits before them become zeros';
const TAKES: Partial<Record<string, string>> = {
  if: 'a condition, a value, and another for when it does not hold',
  switch: 'a value, pairs of a case and its result, and another result for all else',
  round: DIGITS,
  round_up: DIGITS,
  round_down: DIGITS,
};

/** What a function takes, for the message about wrong values. */
export function takenValues(name: string): string {
  const { least, most } = SIGNATURES[name] ?? { least: 0, most: 0 };
  const described = TAKES[name];
  if (described !== undefined) return described;
  if (most === 0) return 'nothing';
  if (least === most) return least === 1 ? 'one value' : `${least} values`;
  return `${least} to ${most} values`;
}
