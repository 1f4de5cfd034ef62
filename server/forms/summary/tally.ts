import { addDecimals } from '#lib/fields/decimal.ts';

/** Counts over some submissions; those over others can be added. */
export type Tally = {
  /** Submissions by version and day, the days counted from 1970. */
  submissions: Map<number, Map<number, number>>;
  fields: Map<string, FieldTally>;
};

export type FieldTally = {
  /** Submissions that have a value, and the total number of values. */
  answered: number;
  values: number;
  options: Map<string, number>;
  numbers: NumberTally | null;
  times: TimeTally | null;
  files: { count: number; bytes: number };
};

/**
 * `amounts`: how often each number was given, to four digits; `few` and `sum` omit what a double can't add
 * up.
 */
export type NumberTally = {
  min: number;
  max: number;
  sum: number;
  few: number;
  amounts: Map<number, number>;
};

/** Times in milliseconds, and how many values fall on each day from 1970. */
export type TimeTally = { first: number; last: number; days: Map<number, number> };

export const newTally = (): Tally => ({ submissions: new Map(), fields: new Map() });

export function fieldTally(tally: Tally, id: string): FieldTally {
  let found = tally.fields.get(id);
  if (!found) {
    found = {
      answered: 0,
      values: 0,
      options: new Map(),
      numbers: null,
      times: null,
      files: { count: 0, bytes: 0 },
    };
    tally.fields.set(id, found);
  }
  return found;
}

export function incrementCount<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function addAll<Key>(counts: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, count] of more) incrementCount(counts, key, count);
}

export function addNumbers(field: FieldTally, more: NumberTally): void {
  const known = field.numbers;
  if (!known) {
    field.numbers = { ...more, amounts: new Map(more.amounts) };
    return;
  }
  known.min = Math.min(known.min, more.min);
  known.max = Math.max(known.max, more.max);
  known.sum = addDecimals([known.sum, more.sum]);
  known.few += more.few;
  addAll(known.amounts, more.amounts);
}

export function addTimes(field: FieldTally, more: TimeTally): void {
  const known = field.times;
  if (!known) {
    field.times = { ...more, days: new Map(more.days) };
    return;
  }
  known.first = Math.min(known.first, more.first);
  known.last = Math.max(known.last, more.last);
  addAll(known.days, more.days);
}

/** Adds one tally to another, which is changed. */
export function addTally(tally: Tally, more: Tally): Tally {
  for (const [version, days] of more.submissions) {
    const known = tally.submissions.get(version) ?? new Map<number, number>();
    addAll(known, days);
    tally.submissions.set(version, known);
  }
  for (const [id, counted] of more.fields) {
    const field = fieldTally(tally, id);
    field.answered += counted.answered;
    field.values += counted.values;
    addAll(field.options, counted.options);
    if (counted.numbers) addNumbers(field, counted.numbers);
    if (counted.times) addTimes(field, counted.times);
    field.files.count += counted.files.count;
    field.files.bytes += counted.files.bytes;
  }
  return tally;
}

/** A new tally, to be added to. */
export const copyTally = (tally: Tally): Tally => addTally(newTally(), tally);
