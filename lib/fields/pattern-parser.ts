import type { DefinitionOnlyProblem } from '#lib/fields/definition-problem.ts';

/** Whether one character (a code point) matches the pattern there. */
export type Atom = {
  kind: 'char';
  /** As in the pattern: atoms with the same source match the same characters. */
  source: string;
  test: (character: string) => boolean;
};

export type Tree =
  | Atom
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'choice'; parts: Tree[] }
  | { kind: 'repeat'; part: Tree; min: number; max: number };

export type ParsedPattern = { ok: true; tree: Tree } | { ok: false; problem: DefinitionOnlyProblem };

export const PATTERN_MAX = 500;
/** The largest count in braces; for longer texts there are rules of length. */
const COUNT_MAX = 1000;

class Refused extends Error {
  readonly problem: DefinitionOnlyProblem;
  constructor(problem: DefinitionOnlyProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** One character of the pattern with its escape, set or property, as ECMAScript itself reads it. */
const ATOM =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\.|\[(?:[^\]\\]|\\.)*\]|[^()|^$*+?{}[\]\\]/suy;
const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;
const GROUP = /\((?:\?:|\?<[^=!][^>]*>)?/y;

function single(source: string): Atom {
  if (source.length <= 2 && !/^[\\.[]/.test(source))
    return { kind: 'char', source, test: (character) => character === source };
  // One character at a time: no backtracking, whatever the expression.
  const expression = new RegExp(`^(?:${source})$`, 'u');
  return { kind: 'char', source, test: (character) => expression.test(character) };
}

/** Parses alternatives, sequences and repetitions; the source is known to be a regular expression. */
function readTree(source: string): Tree {
  let at = 0;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (found) at += found[0].length;
    return found;
  };
  const count = (digits: string) => {
    const value = Number(digits);
    if (value > COUNT_MAX) throw new Refused({ code: 'pattern_repeats', params: { max: COUNT_MAX } });
    return value;
  };
  const repeated = (part: Tree): Tree => {
    const sign = source[at];
    let bounds: [number, number] | null = null;
    if (sign === '*') bounds = [0, Number.POSITIVE_INFINITY];
    else if (sign === '+') bounds = [1, Number.POSITIVE_INFINITY];
    else if (sign === '?') bounds = [0, 1];
    if (bounds) at += 1;
    else {
      const [found, min = '', comma, max] = take(COUNT) ?? [];
      if (found === undefined) return part;
      const least = count(min);
      const most = comma ? (max ? count(max) : Number.POSITIVE_INFINITY) : least;
      bounds = [least, most];
    }
    // Lazy or greedy makes no difference to whether there is a match.
    if (source[at] === '?') at += 1;
    return { kind: 'repeat', part, min: bounds[0], max: bounds[1] };
  };
  const piece = (): Tree => {
    const sign = source[at];
    if (sign === '^' || sign === '$') {
      at += 1;
      return { kind: sign === '^' ? 'start' : 'end' };
    }
    if (sign === '(') {
      if (/^\(\?(?:[^:<]|<[=!])/.test(source.slice(at, at + 4)))
        throw new Refused({ code: 'pattern_looks_around', params: {} });
      take(GROUP);
      const inner = choice();
      at += 1;
      return repeated(inner);
    }
    const escaped = sign === '\\' ? (source[at + 1] ?? '') : '';
    if (/[1-9k]/.test(escaped)) throw new Refused({ code: 'pattern_refers_back', params: {} });
    if (/[bB]/.test(escaped)) throw new Refused({ code: 'pattern_word_edge', params: {} });
    const [atom] = take(ATOM) ?? [];
    if (atom === undefined) throw new Refused({ code: 'pattern_unreadable', params: {} });
    return repeated(single(atom));
  };
  const sequence = (): Tree => {
    const parts: Tree[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(piece());
    return { kind: 'sequence', parts };
  };
  const choice = (): Tree => {
    const parts = [sequence()];
    while (source[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return { kind: 'choice', parts };
  };
  return choice();
}

/** The tree of a regular expression (ECMAScript, flag `u`), or why it is refused. */
export function parsePattern(source: string): ParsedPattern {
  if (source.length > PATTERN_MAX)
    return { ok: false, problem: { code: 'pattern_too_long', params: { max: PATTERN_MAX } } };
  try {
    // Constructed, never used: the engine decides whether it is well-formed.
    new RegExp(source, 'u');
  } catch {
    return { ok: false, problem: { code: 'pattern_invalid', params: {} } };
  }
  try {
    return { ok: true, tree: readTree(source) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    throw error;
  }
}
