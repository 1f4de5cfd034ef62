/** What the properties of a page say of it, as Notion exports them. */
export type PageProperties = {
  /** RFC 3339, in UTC: the export doesn't say in which zone its times are. */
  created?: string;
  modified?: string;
  author?: string;
  /** With commas between them. */
  tags?: string;
};

type Property = keyof PageProperties;

const PROPERTIES: Readonly<Record<string, Property>> = {
  created: 'created',
  'created at': 'created',
  'created time': 'created',
  'date created': 'created',
  'last edited': 'modified',
  'last edited time': 'modified',
  'last updated': 'modified',
  updated: 'modified',
  'created by': 'author',
  author: 'author',
  tags: 'tags',
  tag: 'tags',
  labels: 'tags',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONG_DATE = /^([a-z]{3})[a-z]{0,6}\.? (\d{1,2}), (\d{4})(?: (\d{1,2}):(\d\d)(?: ?([ap])m)?)?$/i;
const WRITTEN =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ](\d{1,2}):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/;
/** Characters of a time, an author, a tag, and how many tags: a line that says more is a part of the text. */
const TIME_MAX = 60;
const AUTHOR_MAX = 200;
const TAG_MAX = 100;
const TAGS_MAX = 50;

/** A time as Notion writes it, such as `January 5, 2024 10:30 AM` or `2024/01/05`; undefined for anything else. */
export function notionTime(value: string): string | undefined {
  const text = value
    .replace(/^@/, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim();
  if (text.length > TIME_MAX) return undefined;
  const long = LONG_DATE.exec(text);
  const written = WRITTEN.exec(text);
  const [, name = '', day = '', year = '', hour, minute, half] = long ?? [];
  const parts = long
    ? [year, MONTHS.indexOf(name.toLowerCase()), day, hour ?? 0, minute ?? 0].map(Number)
    : written
      ? [written[1], Number(written[2]) - 1, written[3], written[4] ?? 0, written[5] ?? 0].map(Number)
      : null;
  if (!parts) return undefined;
  const [y = 0, month = -1, d = 0, h = 0, m = 0] = parts;
  const ofDay = half ? (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : h;
  const date = new Date(Date.UTC(y, month, d, ofDay, m));
  const isReal = month >= 0 && date.getUTCMonth() === month && y >= 1900 && date.getTime() <= Date.now();
  return isReal ? date.toISOString() : undefined;
}

function areTags(text: string): boolean {
  const tags = text.split(',');
  return tags.length <= TAGS_MAX && tags.every((tag) => tag.trim().length <= TAG_MAX);
}

/** Notes one property. @returns false for one that is no known one, or has another kind of value */
export function readProperty(found: PageProperties, name: string, value: string): boolean {
  const key = name.trim().toLowerCase();
  const property = Object.hasOwn(PROPERTIES, key) ? PROPERTIES[key] : undefined;
  const text = value.trim();
  if (property === undefined || text === '' || found[property] !== undefined) return false;
  const read = property === 'created' || property === 'modified' ? notionTime(text) : text;
  if (property === 'author' && text.length > AUTHOR_MAX) return false;
  if (property === 'tags' && !areTags(text)) return false;
  if (read === undefined) return false;
  found[property] = read;
  return true;
}

const LINES_MAX = 60;
const LINE_MAX = 2_200;

/**
 * The properties at the head of a page's text, and the text without those lines that are known; the others stay in it, as
 * they are what somebody wrote.
 */
export function takeProperties(markdown: string): { properties: PageProperties; markdown: string } {
  const properties: PageProperties = {};
  const others: string[] = [];
  let at = 0;
  for (let count = 0; count < LINES_MAX; count += 1) {
    const lineEnd = markdown.indexOf('\n', at);
    const line = markdown.slice(at, lineEnd < 0 ? markdown.length : lineEnd).trimEnd();
    const colon = line.indexOf(': ');
    if (colon < 1 || line.length > LINE_MAX) break;
    if (!readProperty(properties, line.slice(0, colon), line.slice(colon + 2))) others.push(line);
    at = lineEnd < 0 ? markdown.length : lineEnd + 1;
  }
  if (Object.keys(properties).length === 0) return { properties, markdown };
  const rest = markdown.slice(at);
  return { properties, markdown: [...others, rest].join('\n').replace(/^(?:[ \t]*\n)+/, '') };
}
