import { locationHash, taskHash } from '#lib/browser/location-hash.ts';
import { assignmentOf, type DocumentTask, linesWithTasks, taskText } from '#lib/text/document-tasks.ts';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';

/** Somebody in a document: in its text, or as whom a task is for. */
export type DocumentMention = {
  kind: 'mentioned' | 'task';
  userId: string;
  /** The line, as Markdown; of a task, what follows its box. */
  line: string;
  task: DocumentTask | null;
  /** How the block of the line begins, as Markdown. */
  block: string;
};

/** Mentions of a document that are read. */
const MENTIONS_MAX = 2_000;
/** Characters of the text around a mention. */
const TEXT_MAX = 240;

const MENTION = /@\[[^[\]\n]{1,200}\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
const CODE = /`+[^`]*`+/g;
const BLOCK_START = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||<|:{3})/;
const QUOTE_ONLY = /^[ \t>]*$/;

/** Whether a document may mention anybody: whatever else is asked costs nothing where it does not. */
export const mayMention = (markdown: string): boolean => markdown.includes('](user:');

/** Who is mentioned in a document, outside of its code, in the order of the text; in a line each person once. */
export function mentionsIn(markdown: string): DocumentMention[] {
  const found: DocumentMention[] = [];
  if (!mayMention(markdown)) return found;
  let block: string | null = null;
  for (const { line, task } of linesWithTasks(markdown)) {
    if (QUOTE_ONLY.test(line)) block = null;
    else if (block === null || BLOCK_START.test(line)) block = line;
    if (!mayMention(line)) continue;
    const text = line.replace(CODE, '');
    const people = new Set([...text.matchAll(MENTION)].map(([, id = '']) => id.toLowerCase()));
    for (const userId of people) {
      const kind = task ? 'task' : 'mentioned';
      found.push({ kind, userId, line: task?.text ?? line, task, block: block ?? line });
      if (found.length >= MENTIONS_MAX) return found;
    }
  }
  return found;
}

/** A line as it is read; of a table, the cell with the mention. */
function readText(line: string): string {
  const isRow = line.trimStart().startsWith('|');
  const shown = isRow ? (line.split(/(?<!\\)\|/).find(mayMention) ?? line) : line;
  return plainMarkdown(shown.replace(/^[ \t]*\d{1,9}[.)][ \t]+/, ''))
    .text.replace(/\s+/g, ' ')
    .trim();
}

const isHeading = (line: string): boolean => /^[ \t>]*#{1,6}[ \t]/.test(line);

/** What a notification says of a mention: the text around it, the part of the address after `#`, a task's day. */
export function describeMention({ line, task, block }: DocumentMention): {
  text: string;
  place: string;
  due: string | null;
} {
  if (task) {
    const text = taskText(line);
    return {
      text: text.slice(0, TEXT_MAX),
      place: taskHash({ number: task.number, text }),
      due: assignmentOf(line).due,
    };
  }
  const begin = readText(block.trimStart().startsWith('|') ? line : block);
  const place = begin && locationHash(isHeading(block) ? 'section' : 'text', begin);
  return { text: readText(line).slice(0, TEXT_MAX), place, due: null };
}
