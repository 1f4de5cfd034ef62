// Counts the results in the reports of the test runners, and lists the failures.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Hosted CI truncates logs at their beginning: the list is short, and at the end. */
const LISTED = 30;
const LONGEST = 300;

/** @typedef {{ file: string, title: string, message: string }} Failure */

/** @param {string} path @returns {any} the runner's report, or null where it was not written */
export function readReport(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return null;
  }
}

/** @param {string} path of vitest's JSON report; a file that failed to load is one failure */
export function countVitest(path) {
  const report = readReport(path);
  if (!report) return { passed: 0, failed: 0 };
  const broken = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + broken.length };
}

/** @param {string} path of Playwright's JSON report; a test that passed only on a retry has failed */
export function countPlaywright(path) {
  const report = readReport(path);
  if (!report) return { passed: 0, failed: 0 };
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0) };
}

/** @param {string} message of an error, with colours, a stack and a source excerpt */
function firstLines(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd());
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const messageLines = (stack === -1 ? lines : lines.slice(0, stack)).filter((line) => line !== '');
  return messageLines.join('\n');
}

/**
 * @param {string} path of vitest's JSON report @param {string} root base of relative file names @returns
 * {Failure[]}
 */
export function failedVitest(path, root) {
  return (readReport(path)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      return [{ file, title: '(could not be run)', message: firstLines(message ?? '') }];
    }
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      file,
      title: [...ancestorTitles, title].join(' > '),
      message: firstLines(failureMessages?.[0] ?? ''),
    }));
  });
}

/**
 * @param {string} path of the output of `unhandled-errors.mjs` @param {string} root base of relative file
 * names @returns {Failure[]}
 */
export function unhandledErrors(path, root) {
  return (readReport(path) ?? []).map(({ file, title, message }) => ({
    file: file && relative(root, file),
    title: `${title ? `${title} ` : ''}(outside of a test)`,
    message: firstLines(message),
  }));
}

/** @param {any} suite of Playwright's report @param {string[]} titles of the groups around it @returns {Failure[]} */
function failedOfSuite(suite, titles) {
  const specs = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        file: `${spec.file}:${spec.line} [${projectName}]`,
        title: `${[...titles, spec.title].join(' > ')}${status === 'flaky' ? ' (passed at the second try)' : ''}`,
        message: firstLines(results.find(({ error }) => error)?.error.message ?? ''),
      })),
  );
  const inner = (suite.suites ?? []).flatMap((one) => failedOfSuite(one, [...titles, one.title]));
  return [...specs, ...inner];
}

/**
 * @param {string} path of Playwright's JSON report @param {string} root base of relative file names @returns
 * {Failure[]}
 */
export function failedPlaywright(path, root) {
  const report = readReport(path);
  if (!report) return [];
  const folder = relative(root, report.config?.rootDir ?? root);
  // The outermost suites are files, which each test contains anyway.
  const tests = (report.suites ?? []).flatMap((suite) => failedOfSuite(suite, []));
  const outside = (report.errors ?? []).map(({ message = '' }) => ({
    file: '',
    title: '(outside of a test)',
    message: firstLines(message),
  }));
  return [...tests.map((one) => ({ ...one, file: `${folder}/${one.file}` })), ...outside];
}

/** Shortens a text to fit a line of a list. @param {string} text */
export const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/**
 * The summary for the end of the log: every failed test with its part, file, title and the beginning of its
 * message.
 * @param {(Failure & { part: string })[]} failures @returns {string} empty where nothing failed
 */
export function listFailures(failures) {
  if (failures.length === 0) return '';
  const listed = failures.slice(0, LISTED).flatMap(({ part, file, title, message }) => [
    [part, file, cut(title)].filter(Boolean).join('  '),
    ...cut(message)
      .split('\n')
      .filter(Boolean)
      .map((line) => `    ${line}`),
  ]);
  const more = failures.length - LISTED;
  return `${['Failed:', ...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')}\n`;
}
