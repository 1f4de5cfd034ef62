import { type InputFormat, numberMarksOf } from '#lib/fields/ambiguous-text.ts';
import { type DecimalMark, decimalMarkOf, parseNumber } from '#lib/fields/number-text.ts';
import { type DayOrder, dayOrderOf, parseDay } from '#lib/fields/parse-day.ts';

/** How the cells of one column of a file write days and numbers; `unclear` where they contradict each other. */
export type ColumnFormat = Pick<InputFormat, 'dayOrder' | 'decimal'>;

/** The same with the hub's format as it was when the import was planned; null where it had none. */
export type PlannedFormat = ColumnFormat & { locale?: string | null; timeZone?: string | null };

/** Types whose cells are read in the format of their column. */
export const FORMATTED_TYPES: ReadonlySet<string> = new Set([
  ...['date', 'datetime', 'number', 'currency', 'percent'],
]);

/** Longer texts are no day and no number that anybody typed. */
const LENGTH_MAX = 100;

/** Nearly every number that a program wrote, with a fraction that can't be thousands. */
const POINTED = /^-?\d{1,15}\.(?:\d{1,2}|\d{4,15})$/;

/** As `decimalMarkOf`, in a fraction of its time for nearly every number. */
export const markIn = (text: string): ReturnType<typeof decimalMarkOf> =>
  POINTED.test(text)
    ? { mark: '.', number: text.startsWith('-') ? text.slice(1) : text }
    : decimalMarkOf(text);

/** Of a day, without the time that may follow it; the year has four digits. */
const dayIn = (text: string): string => /^[\d/-]+/.exec(text)?.[0] ?? text;

/** What cells say with one voice: the first value, `unclear` as soon as another one comes. */
const agreed = <Value>(before: Value | 'unclear' | null, next: Value): Value | 'unclear' =>
  before === null || before === next ? next : 'unclear';

/**
 * Finds the order of days and the decimal mark of a column in all of its cells: those that can be read in only one way decide
 * for those that can be read in two.
 * @param writtenIn a decimal mark in it decides cells with two readings; an order of days is not searched then
 */
export function createFormatFinder(writtenIn: InputFormat) {
  let dayOrder: DayOrder | 'unclear' | null = null;
  let decimal: DecimalMark | 'unclear' | null = null;
  let isAmbiguousInHub = false;
  /** Made once each: a column has cells by the million. */
  const formats = new Map<DayOrder | DecimalMark, InputFormat>();
  const formatWith = (key: DayOrder | DecimalMark, own: ColumnFormat): InputFormat => {
    const known = formats.get(key) ?? { ...writtenIn, ...own };
    formats.set(key, known);
    return known;
  };
  // With two readings: one of each separator, as the hub's region may know one of them alone.
  const ambiguousDays = new Map<string, string>();
  const ambiguousNumbers = new Map<string, string>();

  /** @returns the order in which the cell has a reading */
  const lookAtDay = (text: string): DayOrder | null => {
    const order = dayOrderOf(text);
    if (order !== 'either') {
      if (order !== null) dayOrder = agreed(dayOrder, order);
      return order;
    }
    const day = dayIn(text);
    if ('days' in parseDay(day)) ambiguousDays.set(text.includes('/') ? '/' : '-', day);
    return 'day';
  };

  const countNumber = (mark: DecimalMark | 'either', number: string): void => {
    if (mark !== 'either') {
      decimal = agreed(decimal, mark);
      return;
    }
    ambiguousNumbers.set(number.includes('.') ? '.' : ',', number);
    if (writtenIn.decimal && writtenIn.decimal !== 'unclear') decimal = agreed(decimal, writtenIn.decimal);
    else isAmbiguousInHub ||= parseNumber(number, numberMarksOf(writtenIn)).kind === 'ambiguous';
  };

  const isDayAsInHub = (text: string): boolean => {
    const own = parseDay(text, undefined, dayOrder ?? undefined);
    const inHub = parseDay(text, writtenIn.locale);
    return 'day' in own && 'day' in inHub && own.day === inHub.day;
  };
  const isNumberAsInHub = (text: string): boolean => {
    const own = parseNumber(text, numberMarksOf({ decimal: decimal ?? 'unclear' }));
    const inHub = parseNumber(text, numberMarksOf(writtenIn));
    return own.kind === 'number' && inHub.kind === 'number' && own.number === inHub.number;
  };

  return {
    /**
     * Looks at a cell, without blanks around it.
     * @param isRead whether the cell is a number of its column in a format: else it says nothing of the others
     * @returns the format in which this cell alone can be read
     */
    look(text: string, isRead: (format: InputFormat) => boolean = () => true): InputFormat {
      if (text.length > LENGTH_MAX) return writtenIn;
      const order = writtenIn.dayOrder ? null : lookAtDay(text);
      if (order !== null) return formatWith(order, { dayOrder: order });
      const { mark, number } = markIn(text);
      if (mark === null) return writtenIn;
      const decimalOfCell = mark === 'either' ? '.' : mark;
      const format = formatWith(decimalOfCell, { decimal: decimalOfCell });
      if (isRead(format)) countNumber(mark, number);
      return format;
    },
    /** Whether all days have one order, and it is known. */
    hasClearDays: () => dayOrder !== 'unclear' && (dayOrder !== null || ambiguousDays.size === 0),
    /** Whether all numbers have one decimal mark: that of the cells, else the hub's. */
    hasClearNumbers: () => decimal !== 'unclear' && (decimal !== null || !isAmbiguousInHub),
    /** What of the column is to be read otherwise than in the hub; null where nothing is. */
    format(): ColumnFormat | null {
      const hasOwnDays = dayOrder !== null && ![...ambiguousDays.values()].every(isDayAsInHub);
      const isChosen = writtenIn.decimal !== undefined;
      const hasOwnNumbers =
        !isChosen && decimal !== null && ![...ambiguousNumbers.values()].every(isNumberAsInHub);
      const found = {
        ...(hasOwnDays && dayOrder ? { dayOrder } : {}),
        ...(hasOwnNumbers && decimal ? { decimal } : {}),
      };
      return Object.keys(found).length > 0 ? found : null;
    },
  };
}

const asPlanned = (
  { locale, timeZone, ...hub }: InputFormat,
  { locale: ownLocale = locale, timeZone: ownZone = timeZone, ...found }: PlannedFormat,
): InputFormat => ({
  ...hub,
  ...(ownLocale ? { locale: ownLocale } : {}),
  ...(ownZone ? { timeZone: ownZone } : {}),
  ...found,
});

/** The formats of the columns of a file, by their places. */
export const formatsOf = (
  count: number,
  writtenIn: InputFormat,
  found: readonly (PlannedFormat | null)[] | null,
): InputFormat[] =>
  Array.from({ length: count }, (_, at) => {
    const own = found?.[at];
    return own ? asPlanned(writtenIn, own) : writtenIn;
  });
