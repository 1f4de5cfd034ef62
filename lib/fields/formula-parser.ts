import type { DefinitionOnlyProblem } from '#lib/fields/definition-problem.ts';
import { functionName, SIGNATURES } from '#lib/fields/formula-signatures.ts';

export const FORMULA_MAX = 2000;
const NODES_MAX = 500;
const DEPTH_MAX = 50;

export type Binary = '+' | '-' | '*' | '/' | '%' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Expression =
  | { kind: 'value'; value: number | string | boolean }
  /** A field's name, or the names that lead into a nested form. */
  | { kind: 'field'; path: readonly string[] }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; op: Binary; left: Expression; right: Expression }
  | { kind: 'call'; name: string; args: readonly Expression[] };

export type Formula = {
  expression: Expression;
  /** The fields that it reads. */
  paths: readonly (readonly string[])[];
  /** The functions that it calls. */
  calls: ReadonlySet<string>;
};
export type ParsedFormula = { ok: true; formula: Formula } | { ok: false; problem: DefinitionOnlyProblem };

class Refused extends Error {
  readonly problem: DefinitionOnlyProblem;
  constructor(problem: DefinitionOnlyProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

type Token = { kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end'; text: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"((?:[^"]|"")*)"|'((?:[^']|'')*)'|\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\}|([A-Za-z_]+)|(<>|<=|>=|[-+*/%&=<>(),]))/uy;

function tokens(source: string): Token[] {
  const found: Token[] = [];
  const length = source.trimEnd().length;
  let at = 0;
  while (at < length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match)
      throw new Refused({ code: 'formula_unreadable', params: { from: source.slice(at, at + 20).trim() } });
    const [whole, number, text, single, field, word, sign] = match;
    at += whole.length;
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (text !== undefined) found.push({ kind: 'text', text: text.replaceAll('""', '"') });
    else if (single !== undefined) found.push({ kind: 'text', text: single.replaceAll("''", "'") });
    else if (field !== undefined) found.push({ kind: 'field', text: field });
    else if (word !== undefined) found.push({ kind: 'name', text: word.toLowerCase() });
    else found.push({ kind: 'sign', text: sign ?? '' });
  }
  return found;
}

/** How tightly an operator binds; all of them from left to right. */
const BINDING: Record<Binary, number> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '%': 4,
};
const isBinary = (text: string): text is Binary => Object.hasOwn(BINDING, text);

function read(source: string): Formula {
  const list = tokens(source);
  const paths: string[][] = [];
  const calls = new Set<string>();
  let at = 0;
  let nodes = 0;
  const finalToken: Token = { kind: 'end', text: '' };
  const peek = () => list[at] ?? finalToken;
  const node = (made: Expression): Expression => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new Refused({ code: 'formula_too_large', params: {} });
    return made;
  };
  const expect = (sign: string) => {
    if (peek().kind !== 'sign' || peek().text !== sign)
      throw new Refused({ code: 'formula_misses', params: { sign } });
    at += 1;
  };
  const call = (name: string, depth: number): Expression => {
    const own = functionName(name);
    const known = own === null ? undefined : SIGNATURES[own];
    if (own === null || !known)
      throw new Refused({ code: 'formula_function', params: { name: name.slice(0, 50) } });
    expect('(');
    const args: Expression[] = [];
    while (!(peek().kind === 'sign' && peek().text === ')')) {
      if (args.length > 0) expect(',');
      args.push(expression(0, depth + 1));
    }
    at += 1;
    if (args.length < known.least || args.length > known.most)
      throw new Refused({ code: 'formula_arguments', params: { name: own } });
    calls.add(own);
    return node({ kind: 'call', name: own, args });
  };
  const operand = (depth: number): Expression => {
    const token = peek();
    at += 1;
    if (token.kind === 'number') return node({ kind: 'value', value: Number(token.text) });
    if (token.kind === 'text') return node({ kind: 'value', value: token.text });
    if (token.kind === 'field') {
      const path = token.text.split('.');
      paths.push(path);
      return node({ kind: 'field', path });
    }
    if (token.kind === 'name' && (token.text === 'true' || token.text === 'false'))
      return node({ kind: 'value', value: token.text === 'true' });
    if (token.kind === 'name') return call(token.text, depth);
    if (token.kind === 'sign' && token.text === '-')
      return node({ kind: 'negative', of: expression(4, depth + 1) });
    if (token.kind === 'sign' && token.text === '(') {
      const inner = expression(0, depth + 1);
      expect(')');
      return inner;
    }
    throw new Refused(
      token.kind === 'end'
        ? { code: 'formula_incomplete', params: {} }
        : { code: 'formula_misplaced', params: { sign: token.text } },
    );
  };
  const expression = (binding: number, depth: number): Expression => {
    if (depth > DEPTH_MAX) throw new Refused({ code: 'formula_too_deep', params: { max: DEPTH_MAX } });
    let left = operand(depth);
    for (;;) {
      const { kind, text } = peek();
      if (kind !== 'sign' || !isBinary(text) || BINDING[text] <= binding) return left;
      at += 1;
      left = node({ kind: 'binary', op: text, left, right: expression(BINDING[text], depth + 1) });
    }
  };
  const whole = expression(0, 0);
  if (peek().kind !== 'end') throw new Refused({ code: 'formula_misplaced', params: { sign: peek().text } });
  return { expression: whole, paths, calls };
}

/**
 * Parses a formula: numbers, "text", {field_name}, {list.field_name}, + - * / %, & to join, = <> < <= > >=,
 * and functions. Limited in length, parts and depth, so that none can exhaust time or memory.
 */
export function parseFormula(source: string): ParsedFormula {
  if (source.length > FORMULA_MAX)
    return { ok: false, problem: { code: 'formula_too_long', params: { max: FORMULA_MAX } } };
  try {
    return { ok: true, formula: read(source) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    throw error;
  }
}
