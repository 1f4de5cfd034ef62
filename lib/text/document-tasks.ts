import { plainMarkdown } from '#lib/text/plain-markdown.ts';

/**
 * Tasks in a document's Markdown, by their order. The database finds the open ones by the same rules
 * (`document_tasks_in`, migration 0038); a test compares the two.
 */
export type DocumentTask = {
  /** Counts all tasks of the document from 0. */
  number: number;
  isDone: boolean;
  /** Its first line, as Markdown. */
  text: string;
};

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const TASK = /^((?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*[-*+][ \t]+\[)([ xX])(\](?:[ \t]+([^\n]*))?)$/;
/** Characters of a task's line. */
const TEXT_MAX = 2_000;

/** The lines of a document outside of its code, with their positions. */
function* linesOutsideCode(markdown: string): Generator<{ line: string; at: number }> {
  let fence: string | null = null;
  let at = 0;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark === undefined) yield { line, at };
    else if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = null;
    at += line.length + 1;
  }
}

/** The line as the database stores it; a loop, since an expression for blanks at the end takes quadratic time. */
function storedText(text: string): string {
  const isBlank = (at: number) => ' \t\r'.includes(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isBlank(from)) from += 1;
  while (to > from && isBlank(to - 1)) to -= 1;
  const whole = text.slice(from, to);
  return whole.length <= TEXT_MAX ? whole : [...whole].slice(0, TEXT_MAX).join('');
}

/** The lines of a document outside of its code, each with the task that it begins. */
export function* linesWithTasks(
  markdown: string,
): Generator<{ line: string; task: (DocumentTask & { box: number }) | null }> {
  let number = 0;
  for (const { line, at } of linesOutsideCode(markdown)) {
    const [, before, box, , text = ''] = TASK.exec(line) ?? [];
    if (before === undefined) {
      yield { line, task: null };
      continue;
    }
    const isDone = box !== ' ';
    yield { line, task: { number, isDone, text: storedText(text), box: at + before.length } };
    number += 1;
  }
}

function* tasksWithPlaces(markdown: string): Generator<DocumentTask & { box: number }> {
  for (const { task } of linesWithTasks(markdown)) if (task) yield task;
}

/** All tasks of a document. */
export const tasksIn = (markdown: string): DocumentTask[] =>
  [...tasksWithPlaces(markdown)].map(({ box: _, ...task }) => task);

/** The document with a task done, or open again; null where it has no such task with this text. */
export function withTask(markdown: string, { number, isDone, text }: DocumentTask): string | null {
  for (const task of tasksWithPlaces(markdown)) {
    if (task.number !== number) continue;
    if (task.text !== text) return null;
    return `${markdown.slice(0, task.box)}${isDone ? 'x' : ' '}${markdown.slice(task.box + 1)}`;
  }
  return null;
}

const PEOPLE_AND_DAYS = /@\[[^[\]\n]{1,200}\]\((?:user|date):[0-9a-f-]{10,36}\)/gi;

/** A task as it is read, without the people and the day. */
export const taskText = (source: string): string =>
  plainMarkdown(source.replace(PEOPLE_AND_DAYS, '')).text.replace(/\s+/g, ' ').trim();

/** Whom a task is for, and until which day. */
export function assignmentOf(text: string): { people: { id: string; name: string }[]; due: string | null } {
  const people = [...text.matchAll(/@\[([^[\]\n]{1,200})\]\(user:([0-9a-f-]{36})\)/gi)].map(
    ([, name = '', id = '']) => ({ id: id.toLowerCase(), name }),
  );
  const due = /\(date:(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\)/.exec(text)?.[1] ?? null;
  return { people, due };
}
