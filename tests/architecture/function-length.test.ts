import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, files, type Source } from './sources.ts';

/** Beyond this, a function has two subjects: a reducer and effects, several components, or steps with names. */
const LINES_MAX = 120;

/** The functions of a file that have more lines than these, as `file:line name (lines)`. */
function longFunctions({ path, text }: Source, max: number): string[] {
  const { program, errors } = parseSync(path, text);
  const [problem] = errors;
  if (problem) throw new Error(`${path} can't be parsed: ${problem.message}`);
  const found: string[] = [];
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  const measure = (node: { start: number; end: number; id?: { name: string } | null }) => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    if (lines > max) {
      const name = node.id?.name ?? text.slice(node.start, node.start + 40).split('\n')[0];
      found.push(`${path}:${lineOf(node.start)} ${name} (${lines} lines)`);
    }
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}

describe('functions', () => {
  it(`have at most ${LINES_MAX} lines`, () => {
    const all = files(/\.(?:tsx?|mjs)$/, CODE_FOLDERS).filter(
      ({ path, text }) => !/\.test\.(?:tsx?|mjs)$/.test(path) && text.split('\n').length > LINES_MAX,
    );
    expect(all.length).toBeGreaterThan(100);
    expect(all.flatMap((file) => longFunctions(file, LINES_MAX))).toEqual([]);
  });

  it('are measured whatever their kind', () => {
    const text = [
      'function declared() {\n  return 1;\n}',
      'const arrow = (): number => {\n  return 1;\n};',
      'const object = { method() {\n  return <b>1</b>;\n} };',
      'const short = () => 1;',
    ].join('\n');
    expect(longFunctions({ path: 'some.tsx', text }, 2)).toEqual([
      'some.tsx:1 declared (3 lines)',
      'some.tsx:4 (): number => { (3 lines)',
      'some.tsx:7 () { (3 lines)',
    ]);
    expect(longFunctions({ path: 'some.tsx', text }, 3)).toEqual([]);
  });
});
