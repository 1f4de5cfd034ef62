const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** Where workbooks have a time of day without a day: it is the part of the day that has passed. */
const NO_DAY = Date.UTC(1899, 11, 31);

/** A cell of a workbook as text: days as ISO 8601 has them, times with seconds where they have some. */
export function workbookText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  // Parts of a day are no exact numbers.
  const moment = Math.round(value.getTime() / SECOND_MS) * SECOND_MS;
  const [day = '', time = ''] = new Date(moment).toISOString().split('T');
  const shown = time.slice(0, time.slice(6, 8) === '00' ? 5 : 8);
  if (value.getTime() >= NO_DAY && moment < NO_DAY + DAY_MS) return shown;
  return moment % DAY_MS === 0 ? day : `${day} ${shown}`;
}
