// What the arguments of `npm test` ask for.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const PARTS = {
  check: ['types', 'lint', 'unused'],
  unit: ['unit'],
  component: ['component'],
  api: ['build', 'api'],
  browser: ['build', 'browser'],
  install: ['install'],
};

/**
 * Which steps run, and what is passed on to the test runners.
 * @param {string[]} given the arguments of `npm test`: none, a part, a step, a file, or a test's name, and what follows
 * @param {string[]} steps the names of all steps
 * @returns {{ names: string[], args: (step: string) => string[] }}
 */
export function planSteps([first, ...rest], steps) {
  if (first === undefined) return { names: steps, args: () => [] };
  if (Object.hasOwn(PARTS, first)) return { names: PARTS[first], args: () => rest };
  if (steps.includes(first)) return { names: [first], args: () => rest };
  const part = partOfFile(first);
  if (part) return { names: PARTS[part], args: () => [first, ...rest] };
  // Anything else is a test's name, wherever it stands.
  const name = first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    names: ['unit', 'component', 'api', 'build', 'browser', 'install'],
    args: (one) =>
      one === 'browser' ? ['-g', name, '--pass-with-no-tests'] : ['-t', name, '--passWithNoTests', ...rest],
  };
}

/** Waits for a registry, for a build's slowest page and for starts, while these need nothing but the processor. */
const WAITING = 'install';
const COMPUTING = ['unit', 'component'];

/**
 * What runs beside what (docs/decisions/0098-layout-of-a-test-run.md): the groups run one after the other, the lanes of a
 * group beside each other, the steps of a lane one after the other.
 * @param {string[]} names of steps, in the order in which they run where none runs beside another
 * @returns {string[][][]}
 */
export function planLanes(names) {
  const computing = names.filter((name) => COMPUTING.includes(name));
  if (computing.length === 0 || !names.includes(WAITING)) return names.map((name) => [[name]]);
  return names.flatMap((name) => {
    if (name === computing[0]) return [[computing, [WAITING]]];
    return name === WAITING || COMPUTING.includes(name) ? [] : [[[name]]];
  });
}

/** The part that a test file belongs to, or null for what names no file. */
function partOfFile(text) {
  const path = text.replace(/:\d+$/, '');
  if (!/\.(test|spec)\./.test(path) && !existsSync(join(ROOT, path))) return null;
  if (path.includes('.spec.') || path.startsWith('tests/browser')) return 'browser';
  if (/^tests\/install\b/.test(path)) return 'install';
  if (path.endsWith('.tsx') || path.startsWith('components')) return 'component';
  return /^tests\/(api|security)\b/.test(path) ? 'api' : 'unit';
}
