import { calloutKind } from './callout-icons.ts';
import { CALLOUT_KINDS } from './callout-kinds.ts';
import { withoutHtml } from './html-in-markdown.ts';
import { quoted } from './html-pieces.ts';

/** Callouts of Outline and Obsidian, by the kinds that documents have. */
const KINDS: Readonly<Record<string, string>> = {
  hint: 'tip',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  attention: 'warning',
  danger: 'caution',
  error: 'caution',
  bug: 'caution',
  failure: 'caution',
  fail: 'caution',
  missing: 'caution',
};
const isKind = (name: string): boolean => CALLOUT_KINDS.some((kind) => kind === name);
const kindOf = (name: string): string => {
  const lower = name.toLowerCase();
  if (isKind(lower)) return lower;
  return (Object.hasOwn(KINDS, lower) ? KINDS[lower] : undefined) ?? 'note';
};

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const NOTICE = /^:::+[ \t]*([a-z]{1,20})[ \t]*$/i;
const NOTICE_END = /^:::+[ \t]*$/;
const CALLOUT = /^((?:[ \t]*>)+)[ \t]?\[!([\w-]{1,30})\]([+-]?)[ \t]*(.*)$/;

/** Pieces of a line that are no code, changed: code ends at the next run of as many backticks as it begins with. */
function outsideCode(line: string, change: (text: string) => string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, start: index }));
  const closings: (number | undefined)[] = [];
  const following = new Map<number, number>();
  for (const [at, { length }] of [...runs.entries()].toReversed()) {
    closings[at] = following.get(length);
    following.set(length, at);
  }
  let result = '';
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const [run, closing] = [runs[at], runs[closings[at] ?? -1]];
    if (!run || !closing) continue;
    const until = closing.start + closing.length;
    result += change(line.slice(from, run.start)) + line.slice(run.start, until);
    from = until;
    at = closings[at] ?? at;
  }
  return result + change(line.slice(from));
}

const changeText = (text: string): string =>
  text
    .replace(/%%[^%\n]{0,2000}%%/g, '')
    .replace(/(?<![=\w])==(?=[^\s=])([^=\n]{1,2000})(?<=\S)==(?![=\w])/g, '$1')
    .replace(/@\[([^\]\n]{1,200})\]\(mention:\/\/([^)\s]{0,300})\)/g, (_, name: string, path: string) =>
      path.includes('/user/') || !path.includes('/') ? `@${name}` : name,
    );

/** A callout whose title is one of its own, and that may be folded: `> [!faq]- Own title`. */
function calloutLines(line: string): string[] {
  const [, signs = '', name = '', fold = '', title = ''] = CALLOUT.exec(line) ?? [];
  if (!name || (isKind(name.toLowerCase()) && !fold && !title)) return [line];
  const head = `${signs} [!${kindOf(name).toUpperCase()}]`;
  return title.trim() ? [head, `${signs} **${title.trim().replace(/\*\*/g, '')}**`, signs] : [head];
}

/** The icon that Notion's callouts begin with: they are written as `<aside>`. */
const ICON = /^(\p{Extended_Pictographic}\ufe0f?)[ \t]*/u;

function asideOf(text: string): string {
  const icon = ICON.exec(text);
  const { kind, isUsual } = calloutKind(icon?.[1] ?? '');
  const content = icon && isUsual ? text.slice(icon[0].length).replace(/^\s+/, '') : text;
  return `> [!${kind.toUpperCase()}]\n${quoted(content)}`;
}

/** The lines at which notices (`:::`) end, by those at which they begin. */
function noticeClosings(lines: readonly string[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (NOTICE.test(line)) open.push(at);
    else if (NOTICE_END.test(line)) {
      const start = open.pop();
      if (start !== undefined) closings.set(start, at);
    }
  }
  return closings;
}

function changedLines(lines: readonly string[], depth: number): string[] {
  const result: string[] = [];
  let fence = '';
  let isComment = false;
  const closings = noticeClosings(lines);
  const lastComment = lines.findLastIndex((line) => line.trim() === '%%');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const sign = FENCE.exec(line)?.[1] ?? '';
    if (fence) {
      if (sign.startsWith(fence) && line.trimEnd().endsWith(sign)) fence = '';
      result.push(line);
      continue;
    }
    if (!isComment && sign) {
      fence = sign;
      result.push(line);
      continue;
    }
    if (line.trim() === '%%' && (isComment || lastComment > at)) {
      isComment = !isComment;
      continue;
    }
    if (isComment) continue;
    const notice = depth < 10 ? NOTICE.exec(line)?.[1] : undefined;
    const until = closings.get(at) ?? -1;
    if (notice && until > 0) {
      const content = changedLines(lines.slice(at + 1, until), depth + 1)
        .join('\n')
        .trim();
      result.push(`> [!${kindOf(notice).toUpperCase()}]`, quoted(content), '');
      at = until;
      continue;
    }
    for (const one of calloutLines(line)) result.push(outsideCode(one, changeText));
  }
  return result;
}

/** Signs without which a text has nothing that is written in another way. */
const FOREIGN = /<[a-z!/]|^:::|\[!|%%|==|mention:\/\//im;

/**
 * Markdown of other programs as documents write it: common HTML, Outline's notices and mentions, Obsidian's callouts,
 * highlights and comments, Notion's callouts. What CommonMark, GFM and documents have stays as it is.
 */
export function readForeignMarkdown(markdown: string): string {
  if (!FOREIGN.test(markdown)) return markdown;
  const text = changedLines(markdown.replaceAll('\r\n', '\n').split('\n'), 0).join('\n');
  return withoutHtml(text, asideOf);
}
