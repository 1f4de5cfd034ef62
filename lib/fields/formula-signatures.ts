/** How many values a function of formulas takes, and whether its result is always a number. */
type Signature = { least: number; most: number; isNumber: boolean };

const MANY = 50;

const of = (least: number, most: number, names: string, isNumber = false): [string, Signature][] =>
  names.split(' ').map((name) => [name, { least, most, isNumber }]);

/** The functions of formulas by their names: all that is needed to read a formula (`FUNCTIONS` are what they do). */
export const SIGNATURES: Readonly<Record<string, Signature>> = Object.fromEntries([
  ...of(0, 0, 'today now'),
  ...of(1, 1, 'not empty is_blank upper lower trim'),
  ...of(1, 1, 'floor ceil abs sqrt number length year month day weekday week hour minute second', true),
  ...of(2, 2, 'left right contains starts_with ends_with add_days add_months format_date'),
  ...of(2, 2, 'mod power find days', true),
  ...of(1, 2, 'round round_up round_down', true),
  ...of(2, 3, 'if'),
  ...of(3, 3, 'mid replace substitute date date_add'),
  ...of(3, 3, 'date_diff', true),
  ...of(3, MANY, 'switch'),
  ...of(1, MANY, 'and or first join'),
  ...of(1, MANY, 'sum count average min max', true),
]);

/** The names by which other programs know a function, and its own. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  blank: 'empty',
  isblank: 'empty',
  len: 'length',
  ceiling: 'ceil',
  avg: 'average',
  pow: 'power',
  roundup: 'round_up',
  rounddown: 'round_down',
  search: 'find',
  dateadd: 'date_add',
  datetime_diff: 'date_diff',
  datetime_format: 'format_date',
};

/** A function's own name, where this is one of its names. */
export function functionName(name: string): string | null {
  const own = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : name;
  return own !== undefined && Object.hasOwn(SIGNATURES, own) ? own : null;
}
