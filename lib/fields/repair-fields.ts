import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { type ReadFields, readFields } from '#lib/fields/read-definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Problems are reported some at a time, and a removed part may have been referred to by another. */
const ROUNDS_MAX = 20;

const PLACE = /^(fields\[\d+\](?:\.fields\[\d+\])*)(?:\.(.*))?$/;

type Found = { list: unknown[]; field: UnparsedObject; part: string };

/** The field of a problem, the list that contains it, and which part of it; null for no single field. */
function findField(fields: unknown[], path: string): Found | null {
  const [, place = '', part = ''] = PLACE.exec(path) ?? [];
  let found: Found | null = null;
  let list: unknown = fields;
  for (const [, at] of place.matchAll(/\[(\d+)\]/g)) {
    const field: unknown = Array.isArray(list) ? list[Number(at)] : undefined;
    if (!Array.isArray(list) || !isRecord(field)) return null;
    found = { list, field, part };
    list = field.fields;
  }
  return found;
}

/** Removes what is invalid, as little as possible. @returns false where nothing could be removed */
function repair(
  fields: unknown[],
  problems: readonly ProblemAtPath[],
  note: (field: UnparsedObject, sentence: string) => void,
): boolean {
  const found = problems.map((problem) => ({
    at: findField(fields, problem.path),
    message: englishDefinitionProblem(problem),
  }));
  const rules = new Set<unknown>();
  const whole = new Set<unknown>();
  for (const { at, message } of found) {
    if (!at) continue;
    const { field, part } = at;
    const [, rule] = /^rules\[(\d+)\]/.exec(part) ?? [];
    const [key = ''] = /^\w+/.exec(part) ?? [];
    if (rule !== undefined && Array.isArray(field.rules)) {
      const one: unknown = field.rules[Number(rule)];
      rules.add(one);
      note(field, `The rule ${isRecord(one) ? String(one.rule) : ''} was left out: ${message}`);
    } else if (key === 'default') {
      delete field.default;
      note(field, 'The default does not fit and was left out');
    } else if (['rules', 'visible_if', 'required_if', 'formula', 'placeholder', 'help'].includes(key)) {
      delete field[key];
      note(field, `Its ${key} was left out: ${message}`);
    } else {
      whole.add(field);
      note(field, `The property was left out: ${message}`);
    }
  }
  for (const { at } of found) {
    if (!at) continue;
    const { list, field } = at;
    if (Array.isArray(field.rules)) field.rules = field.rules.filter((one) => !rules.has(one));
    if (whole.has(field) && list.includes(field)) list.splice(list.indexOf(field), 1);
  }
  return found.some(({ at }) => at !== null);
}

/**
 * Parses fields of which single parts may be invalid: those are omitted and noted, the rest is accepted.
 * @returns the problems where nothing is valid
 */
export function repairFields(
  fields: UnparsedObject[],
  note: (field: UnparsedObject, sentence: string) => void,
  newId?: () => string,
): ReadFields {
  const options = newId ? { newId } : {};
  const first = readFields(fields, options);
  let read = first;
  for (let round = 0; !read.ok && round < ROUNDS_MAX; round += 1) {
    if (!repair(fields, read.problems, note)) return read;
    read = readFields(fields, options);
  }
  return read.ok && read.fields.length === 0 && !first.ok ? first : read;
}
