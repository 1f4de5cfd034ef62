/** The languages whose names of months are read: those that forms have texts of their own in. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
/** Longer texts are no days. */
const LENGTH_MAX = 60;

const NAME = String.raw`(\p{L}{3,12})\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.|º)?`;
const YEAR = String.raw`(\d{4})`;
const OF = String.raw`(?:\s+de\s+|\s*[-/]\s*|\s+)`;
/** A time after it; what it is decides who reads it. */
const REST = String.raw`((?:[\sT,]+\d{1,2}:.*)?)`;

/** `3 January 2024`, `Wed, 3 Jan 2024 10:30`, `03-Jan-2024`, `3 de enero de 2024`. */
const DAY_FIRST = new RegExp(`^${DAY}${OF}${NAME},?${OF}${YEAR}${REST}$`, 'u');
/** `January 3, 2024`, `Wednesday, Jan 3rd, 2024`. */
const MONTH_FIRST = new RegExp(`^${NAME}\\s+${DAY},?\\s+${YEAR}${REST}$`, 'u');
/** `2024-Jan-03`. */
const YEAR_FIRST = new RegExp(`^${YEAR}${OF}${NAME}${OF}${DAY}${REST}$`, 'u');

/** What may be the name of a weekday before a day. */
const BEFORE_DAY = /^(\p{L}[\p{L}-]{1,14})\.?,?\s+(.*)$/u;

const folded = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The numbers of months by their names, long and short, also as they are written beside a day; of names that several have, none. */
function namedMonths(): ReadonlyMap<string, string> {
  const months = new Map<string, string>();
  const styles = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;
  const several = new Set<string>();
  for (const language of LANGUAGES)
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, calendar: 'gregory', timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1) {
        const part = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === 'month');
        const name = folded(part?.value ?? '');
        const number = String(month + 1).padStart(2, '0');
        if ((months.get(name) ?? number) !== number) several.add(name);
        months.set(name, number);
      }
    }
  for (const name of several) months.delete(name);
  // As English abbreviates it besides.
  months.set('sept', '09');
  return months;
}

/** The names of the days of the week, long and short. */
function namedWeekdays(): ReadonlySet<string> {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, day) => folded(format.format(Date.UTC(2024, 0, 1 + day))));
    }),
  );
  return new Set(names);
}

let known: { months: ReadonlyMap<string, string>; weekdays: ReadonlySet<string> } | null = null;

/**
 * A day whose month is written by its name, in one of eight languages, as ISO 8601 writes it, with the time that follows it; other
 * texts as they are. Years have four digits.
 */
export function withNumberedMonth(cell: string): string {
  if (cell.length > LENGTH_MAX || !/\p{L}{3}/u.test(cell)) return cell;
  known ??= { months: namedMonths(), weekdays: namedWeekdays() };
  const trimmed = cell.trim();
  const [, weekday = '', others = ''] = BEFORE_DAY.exec(trimmed) ?? [];
  const text = known.weekdays.has(folded(weekday)) ? others : trimmed;
  const [, day = '', name = '', year = '', rest = ''] = DAY_FIRST.exec(text) ?? reordered(text);
  const month = known.months.get(folded(name));
  if (month === undefined) return cell;
  return `${year}-${month}-${day.padStart(2, '0')}${rest.replace(/^[\sT,]+/, ' ')}`;
}

/** The same parts of the other orders. */
function reordered(text: string): string[] {
  const [, name = '', day = '', year = '', rest = ''] = MONTH_FIRST.exec(text) ?? [];
  if (name !== '') return ['', day, name, year, rest];
  const [, first = '', month = '', last = '', time = ''] = YEAR_FIRST.exec(text) ?? [];
  return ['', last, month, first, time];
}
