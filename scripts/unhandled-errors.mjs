// A vitest reporter: the JSON report omits errors outside of tests (an unhandled rejection, a worker that
// exited), though they make the run fail.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  /** @param {unknown} _modules @param {readonly { name?: string, message?: string, VITEST_TEST_NAME?: string, VITEST_TEST_PATH?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    const path = process.env.HUBKEEP_TEST_ERRORS;
    if (!path) return;
    const entries = errors.map(({ name, message, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({
      file: VITEST_TEST_PATH ?? '',
      title: VITEST_TEST_NAME ?? '',
      message: `${name ?? 'Error'}: ${message ?? ''}`,
    }));
    writeFileSync(path, JSON.stringify(entries));
  }
}
