// Counts what the test runners wrote down.
import { existsSync, readFileSync } from 'node:fs';

/** @param {string} path @returns {any} what the runner wrote, or null where it did not come that far */
function read(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return null;
  }
}

/** @param {string} path of vitest's JSON report; a file that could not even be loaded is one failure */
export function countVitest(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const broken = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + broken.length };
}

/** @param {string} path of Playwright's JSON report; a test that needed a second try has failed */
export function countPlaywright(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0) };
}
