import type { Values } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** A step in a path: the name of a field, or the index in a list. */
export type PathStep = string | number;

/** Longer paths are invalid: five nested forms, with names of 100 characters. */
const PATH_MAX = 1000;
const STEPS_MAX = 12;
const STEP = /(?:^|\.)([A-Za-z0-9_-]+)|\[(\d{1,6})\]/y;

/** The value at a path; undefined where there is none. */
export function valueAt(values: unknown, path: readonly PathStep[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, values);
}

/** The steps of a path such as `people[1].mail`, or null for an invalid one. */
export function readPath(path: string): PathStep[] | null {
  if (path === '' || path.length > PATH_MAX) return null;
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    const found = STEP.exec(path);
    if (!found || steps.length >= STEPS_MAX) return null;
    const [, name, place] = found;
    if (name === undefined && steps.length === 0) return null;
    steps.push(name ?? Number(place));
  }
  return steps;
}

function replaceIn(value: unknown, steps: readonly PathStep[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (typeof step === 'number') {
    if (!Array.isArray(value) || step >= value.length) return value;
    return value.map((one, at) => (at === step ? replaceIn(one, rest, change) : one));
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceIn(value[step], rest, change) };
}

/** A copy of values with another one at a path; unchanged where the path does not exist. */
export function replaceAt(values: Values, path: string, change: (value: unknown) => unknown): Values {
  const steps = readPath(path);
  const changed = steps ? replaceIn(values, steps, change) : values;
  return isRecord(changed) ? changed : values;
}
