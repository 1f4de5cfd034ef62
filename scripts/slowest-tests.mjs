// Lists the slowest tests of a run, and the files whose imports and hooks take long.
import { relative } from 'node:path';
import { cut, readReport } from './test-report.mjs';

const LISTED = 40;
/** In seconds: faster tests are not listed. */
const WORTH_A_LINE = 1;
const OUTSIDE = '(imports and hooks)';

/** @typedef {{ file: string, title: string, seconds: number }} Timed */

/**
 * @param {string} path of the output of `test-durations.mjs` @param {string} root base of relative file names
 * @returns {Timed[]}
 */
export function timesOfVitest(path, root) {
  return (readReport(path) ?? []).flatMap(({ file, milliseconds, tests }) => {
    const name = relative(root, file);
    const inTests = tests.reduce((total, test) => total + test.milliseconds, 0);
    return [
      { file: name, title: OUTSIDE, seconds: Math.max(0, milliseconds - inTests) / 1000 },
      ...tests.map((test) => ({ file: name, title: test.title, seconds: test.milliseconds / 1000 })),
    ];
  });
}

/** @param {any} suite of Playwright's report @param {string[]} titles of the groups around it @returns {Timed[]} */
function timesOfSuite(suite, titles) {
  const specs = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ projectName, results }) => ({
      file: `${spec.file}:${spec.line} [${projectName}]`,
      title: [...titles, spec.title].join(' > '),
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
    })),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((one) => timesOfSuite(one, [...titles, one.title]))];
}

/**
 * @param {string} path of Playwright's JSON report @param {string} root base of relative file names @returns
 * {Timed[]}
 */
export function timesOfPlaywright(path, root) {
  const report = readReport(path);
  if (!report) return [];
  const folder = relative(root, report.config?.rootDir ?? root);
  // The outermost suites are files, which each test contains anyway.
  return (report.suites ?? [])
    .flatMap((suite) => timesOfSuite(suite, []))
    .map((one) => ({ ...one, file: `${folder}/${one.file}` }));
}

/**
 * The slowest tests of all parts, slowest first.
 * @param {(Timed & { part: string })[]} times @returns {string} empty where everything was fast
 */
export function listSlowest(times) {
  const slow = times
    .filter(({ seconds }) => seconds >= WORTH_A_LINE)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, LISTED);
  if (slow.length === 0) return '';
  const lines = slow.map(
    ({ part, file, title, seconds }) =>
      `${seconds.toFixed(1).padStart(7)} s  ${part.padEnd(9)}  ${file}  ${cut(title)}`,
  );
  return `${[`Slowest ${slow.length}:`, ...lines].join('\n')}\n`;
}
