import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;

const DATE = /^@\[[^[\]\n\\]{1,40}\]\(date:(\d{4}-\d{2}-\d{2})\)/;

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Whether a text is a day of the calendar, as in 2026-11-27. */
export function isCalendarDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A day as it is read: Nov 27, 2026. */
export const dateText = (date: string): string =>
  isCalendarDate(date) ? format.format(new Date(`${date}T00:00:00Z`)) : date;

/** Dates in a text: `@[2026-11-27](date:2026-11-27)`. */
export function dateMarkdown(markdown: Parser): void {
  markdown.inline.ruler.before('link', 'date', (state, silent) => {
    if (state.src[state.pos] !== '@') return false;
    const [whole, date] = DATE.exec(state.src.slice(state.pos, state.pos + 80)) ?? [];
    if (whole === undefined || !isCalendarDate(date)) return false;
    if (!silent) state.push('date', 'time', 0).attrSet('datetime', date);
    state.pos += whole.length;
    return true;
  });
  markdown.renderer.rules.date = (tokens, at) => {
    const date = String(tokens[at]?.attrGet('datetime'));
    return `<time data-date="" datetime="${date}">${dateText(date)}</time>`;
  };
}
