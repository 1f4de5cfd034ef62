/** What stands at the head of a Markdown file between `---`, and the text below it. */
export type FrontMatter = { fields: ReadonlyMap<string, readonly string[]>; body: string };

const HEAD_MAX = 16_000;
const FIELD = /^([A-Za-z][\w -]{0,60}):[ \t]*(.*)$/;
const ENTRY = /^[ \t]*-[ \t]+(.+)$/;

/**
 * Reads the head of a Markdown file: names with a text or a list of texts, as YAML writes them; deeper values are
 * left out. A file without one is all text.
 */
export function readFrontMatter(text: string): FrontMatter {
  const whole = { fields: new Map<string, string[]>(), body: text };
  const open = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!open) return whole;
  const close = /(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text.slice(open[0].length, HEAD_MAX));
  if (!close) return whole;
  const fields = new Map<string, string[]>();
  let last: string[] | null = null;
  for (const line of text.slice(open[0].length, open[0].length + close.index).split(/\r?\n/)) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name !== undefined) {
      last = listOf(value);
      fields.set(name.trim().toLowerCase(), last);
      continue;
    }
    const entry = ENTRY.exec(line)?.[1];
    if (entry !== undefined) last?.push(unquoted(entry));
    // A rule between texts is no head.
    else if (line.trim() !== '' && !line.startsWith('#') && !/^[ \t]/.test(line)) return whole;
  }
  if (fields.size === 0) return whole;
  return {
    fields,
    body: text.slice(open[0].length + close.index + close[0].length).replace(/^(?:\r?\n)+/, ''),
  };
}

function listOf(value: string): string[] {
  const text = value.trim();
  if (text === '' || text === '|' || text === '>') return [];
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list === undefined) return [unquoted(text)];
  return list
    .split(',')
    .map(unquoted)
    .filter((one) => one !== '');
}

function unquoted(value: string): string {
  const text = value.trim();
  const inner = /^(?:"(.*)"|'(.*)')$/.exec(text);
  return inner ? (inner[1]?.replace(/\\(["\\])/g, '$1') ?? inner[2]?.replaceAll("''", "'") ?? '') : text;
}

/** The first text of the first of these names that has one. */
export function fieldOf({ fields }: Pick<FrontMatter, 'fields'>, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)?.[0]?.trim();
    if (value) return value;
  }
  return null;
}

const TAGS_MAX = 50;

/** The tags of the first of these names that has some: a list, or a text with commas; with or without `#`. */
export function tagsOf({ fields }: Pick<FrontMatter, 'fields'>, ...names: string[]): string[] {
  const found = names.map((name) => fields.get(name) ?? []).find((values) => values.length > 0) ?? [];
  const tags = found
    .flatMap((value) => value.split(/[,;]/))
    .map((tag) => tag.trim().replace(/^#/, '').slice(0, 100));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TAGS_MAX);
}

/** The day or time of a field; null where it has none that is one. */
export function dateOf(front: Pick<FrontMatter, 'fields'>, ...names: string[]): Date | null {
  const text = fieldOf(front, ...names);
  if (!text || !/^\d{4}-\d\d?-\d\d?/.test(text)) return null;
  const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(' ', 'T'));
  const date = new Date(time);
  return Number.isNaN(time) || date.getUTCFullYear() < 1900 || time > Date.now() ? null : date;
}
