// A vitest reporter: how long each file and each test took. The JSON report does not include imports and
// hooks, which take most of the time of many files.
import { writeFileSync } from 'node:fs';

/**
 * @typedef {{ duration: number, collectDuration: number, setupDuration: number, prepareDuration: number }} FileDiagnostic
 * @typedef {{ moduleId: string, diagnostic(): FileDiagnostic, children: { allTests(): Iterable<{ fullName: string, diagnostic(): { duration: number } | undefined }> } }} TestedFile
 */

export default class TestDurations {
  /** @param {readonly TestedFile[]} files */
  onTestRunEnd(files) {
    const path = process.env.HUBKEEP_TEST_DURATIONS;
    if (!path) return;
    const durations = files.map((file) => {
      // Not how long the environment took: a process has one for all its files, which each file reports again.
      const { prepareDuration, setupDuration, collectDuration, duration } = file.diagnostic();
      const before = prepareDuration + setupDuration + collectDuration;
      const tests = [...file.children.allTests()].map((test) => ({
        title: test.fullName,
        milliseconds: test.diagnostic()?.duration ?? 0,
      }));
      return { file: file.moduleId, milliseconds: before + duration, tests };
    });
    writeFileSync(path, JSON.stringify(durations));
  }
}
