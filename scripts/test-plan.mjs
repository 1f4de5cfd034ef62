// Parses the arguments of `npm test`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const PARTS = {
  check: ['types', 'lint', 'unused'],
  unit: ['unit'],
  pages: ['build', 'pages'],
  component: ['component'],
  api: ['build', 'api'],
  browser: ['build', 'browser'],
  install: ['install'],
};

/**
 * Which steps run, and the arguments for the test runners.
 * @param {string[]} given the arguments of `npm test`: none, a part, a step, a file, or a test's name, and
 * further ones
 * @param {string[]} steps the names of all steps
 * @returns {{ names: string[], args: (step: string) => string[] }}
 */
export function planSteps([first, ...rest], steps) {
  if (first === undefined) return { names: steps, args: () => [] };
  if (Object.hasOwn(PARTS, first)) return { names: PARTS[first], args: () => rest };
  if (steps.includes(first)) return { names: [first], args: () => rest };
  const part = partOfFile(first);
  if (part) return { names: PARTS[part], args: () => [first, ...rest] };
  // Anything else is a test's name, in any part.
  const name = first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    names: ['unit', 'component', 'api', 'build', 'pages', 'browser', 'install'],
    args: (one) =>
      one === 'browser' ? ['-g', name, '--pass-with-no-tests'] : ['-t', name, '--passWithNoTests', ...rest],
  };
}

/** Mostly waits for a registry and for starts; builds the pages, which a whole run takes from it. */
const WAITING = 'install';
/**
 * What only needs the processor, in two lanes of about the same length: none of these steps uses two cores by itself.
 * `build` writes types that `types` reads, and waits for the pages of the installation: it comes last in the lane of `types`.
 */
const COMPUTING = [
  ['types', 'unit', 'build', 'pages'],
  ['lint', 'unused', 'component'],
];

/**
 * Whether the installation builds the pages for all parts: where both are in one run.
 * @param {string[]} names of steps
 */
export const sharesBuild = (names) => names.includes('build') && names.includes(WAITING);

/**
 * Which steps run in parallel (docs/decisions/0098-layout-of-a-test-run.md, 0109, 0267): groups run one after the other,
 * the lanes of a group in parallel, the steps of a lane one after the other.
 * @param {string[]} names of steps, in their order without parallel runs
 * @returns {string[][][]}
 */
export function planLanes(names) {
  const computing = COMPUTING.map((lane) => lane.filter((name) => names.includes(name))).filter(
    (lane) => lane.length > 0,
  );
  if (computing.length === 0 || !names.includes(WAITING)) return names.map((name) => [[name]]);
  const beside = [...computing, [WAITING]];
  return [beside, ...names.filter((name) => !beside.flat().includes(name)).map((name) => [[name]])];
}

/** The part that a test file belongs to, or null where the text is no file. */
function partOfFile(text) {
  const path = text.replace(/:\d+$/, '');
  if (!/\.(test|spec)\./.test(path) && !existsSync(join(ROOT, path))) return null;
  if (path.includes('.spec.') || path.startsWith('tests/browser')) return 'browser';
  if (/^tests\/install\b/.test(path)) return 'install';
  if (path.endsWith('.tsx') || path.startsWith('components')) return 'component';
  if (/^tests\/pages\b/.test(path)) return 'pages';
  return /^tests\/(api|security)\b/.test(path) ? 'api' : 'unit';
}
