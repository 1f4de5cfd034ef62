import type { DefinitionProblem, ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

export type UnparsedObject = Record<string, unknown>;

/** Maximum number of problems that are reported at once. */
const REPORTED_MAX = 200;

/** The problems that are found while untrusted input is parsed. */
export type ProblemCollector = {
  problems: readonly ProblemAtPath[];
  /** Only the first problem of a path is stored. */
  add(path: string, problem: DefinitionProblem): void;
  /** Nothing was found so far. */
  none(): boolean;
};

export function createProblemCollector(): ProblemCollector {
  const problems: ProblemAtPath[] = [];
  const places = new Set<string>();
  return {
    problems,
    add(path, problem) {
      if (places.size >= REPORTED_MAX || places.has(path)) return;
      places.add(path);
      problems.push({ ...problem, path });
    },
    none: () => places.size === 0,
  };
}

type TextOptions = { max: number; multiline?: boolean };

/** A text, or undefined after reporting its problem. */
export function readText(
  value: unknown,
  path: string,
  label: string,
  { max, multiline }: TextOptions,
  problems: ProblemCollector,
): string | undefined {
  const report = (problem: DefinitionProblem) => problems.add(path, problem);
  if (value === undefined || value === null || value === '') report({ code: 'required', params: { label } });
  else if (typeof value !== 'string') report({ code: 'invalid', params: { label, type: 'text' } });
  else if (isBlank(value)) report({ code: 'blank', params: { label } });
  else if (value.length > 4 * max || codePoints(value) > max)
    report({ code: 'max_length', params: { label, max } });
  else if (hasUnreadableCharacters(value, { multiline })) report({ code: 'unreadable', params: { label } });
  else return value;
}

/** The same of a text that may be left out. */
export function readOptionalText(
  value: unknown,
  path: string,
  label: string,
  options: TextOptions,
  problems: ProblemCollector,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return readText(value, path, label, options, problems);
}

/** A boolean; undefined where it is missing. */
export function readFlag(
  value: unknown,
  path: string,
  label: string,
  problems: ProblemCollector,
): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  problems.add(path, { code: 'invalid', params: { label, type: 'yes or no' } });
}
