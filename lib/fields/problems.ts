import type { FieldErrors } from '#lib/fields/definition.ts';
import * as message from '#lib/messages.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text.ts';

export type Unread = Record<string, unknown>;

export const isObject = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Places that are told of at once. */
const TOLD_MAX = 200;

/** What is found wrong while something that a stranger sent is read. */
export type Problems = {
  errors: FieldErrors;
  add(path: string, problem: string): void;
  /** Nothing was found so far. */
  none(): boolean;
};

export function collectProblems(): Problems {
  const errors: FieldErrors = {};
  let places = 0;
  return {
    errors,
    add(path, problem) {
      if (places >= TOLD_MAX || Object.hasOwn(errors, path)) return;
      places += 1;
      errors[path] = [problem];
    },
    none: () => places === 0,
  };
}

type TextOptions = { max: number; multiline?: boolean };

/** A text, or undefined after saying what is wrong with it. */
export function readText(
  value: unknown,
  path: string,
  label: string,
  { max, multiline }: TextOptions,
  problems: Problems,
): string | undefined {
  const say = (problem: string) => problems.add(path, problem);
  if (value === undefined || value === null || value === '') say(message.required(label));
  else if (typeof value !== 'string') say(message.invalidType(label, 'text'));
  else if (isBlank(value)) say(message.blank(label));
  else if (value.length > 4 * max || codePoints(value) > max) say(message.maxLength(label, max));
  else if (hasUnreadableCharacters(value, { multiline })) say(message.unreadableCharacters(label));
  else return value;
}

/** The same of a text that may be left out. */
export function readOptionalText(
  value: unknown,
  path: string,
  label: string,
  options: TextOptions,
  problems: Problems,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return readText(value, path, label, options, problems);
}

/** Yes or no; undefined where nothing is said. */
export function readFlag(
  value: unknown,
  path: string,
  label: string,
  problems: Problems,
): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  problems.add(path, message.invalidType(label, 'yes or no'));
}
