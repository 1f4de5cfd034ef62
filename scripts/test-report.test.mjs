import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import {
  countPlaywright,
  countVitest,
  failedPlaywright,
  failedVitest,
  listFailures,
  unhandledErrors,
} from './test-report.mjs';
import UnhandledErrors from './unhandled-errors.mjs';

// Reports by the runners, reduced to the properties that are used.
const VITEST = join(ROOT, 'tests', 'fixtures', 'test-reports', 'vitest.json');
const PLAYWRIGHT = join(ROOT, 'tests', 'fixtures', 'test-reports', 'playwright.json');

const folder = mkdtempSync(join(tmpdir(), 'hubkeep-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content) {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('the count', () => {
  it('holds what passed and what failed', () => {
    const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    expect(countVitest(report({ numPassedTests: 7, numFailedTests: 1, testResults: [failed] }))).toEqual({
      passed: 7,
      failed: 1,
    });
    expect(countPlaywright(report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] }))).toEqual({
      passed: 5,
      failed: 2,
    });
  });

  it('takes a file that could not be loaded for a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(countVitest(report({ numPassedTests: 0, numFailedTests: 0, testResults: [broken] })).failed).toBe(
      1,
    );
    expect(countPlaywright(report({ stats: { expected: 0 }, errors: [{}] })).failed).toBe(1);
  });

  it('claims nothing where there is no report, or half of one', () => {
    for (const path of [join(folder, 'missing.json'), report('{"numPassedTests": 3')]) {
      expect(countVitest(path)).toEqual({ passed: 0, failed: 0 });
      expect(countPlaywright(path)).toEqual({ passed: 0, failed: 0 });
    }
  });
});

describe('the failed tests', () => {
  it('are named with file, title and the first lines of the message by vitest', () => {
    expect(failedVitest(VITEST, '/project')).toEqual([
      {
        file: 'lib/zz-report-broken.test.ts',
        title: '(could not be run)',
        message: "Cannot find module './no-such-file.ts' imported from /project/lib/zz-report-broken.test.ts",
      },
      {
        file: 'lib/zz-report.test.ts',
        title: 'outer > inner > compares two values',
        message: 'AssertionError: expected { a: 1 } to deeply equal { a: 2 }',
      },
      {
        file: 'lib/zz-report.test.ts',
        title: 'outer > throws',
        message: 'Error: first line\nsecond line',
      },
    ]);
  });

  it('are named by Playwright with line and screen, those that needed a second try among them', () => {
    const [unexpected, flaky, outside, ...rest] = failedPlaywright(PLAYWRIGHT, '/project');
    expect(unexpected).toMatchObject({
      file: 'tests/browser/zz-rep.spec.ts:5 [wide]',
      title: 'outer > compares two values',
      message: expect.stringMatching(/^Error: expect\(received\)\.toEqual\(expected\) .*\n- Expected/),
    });
    expect(flaky?.title).toBe('outer > needs a second try (passed at the second try)');
    expect(outside).toMatchObject({
      title: '(outside of a test)',
      message: expect.stringContaining('no-such-file'),
    });
    expect(rest).toEqual([]);
  });

  it('include errors outside of a test', () => {
    const path = join(folder, 'errors.json');
    vi.stubEnv('HUBKEEP_TEST_ERRORS', path);
    const error = {
      name: 'TypeError',
      message: 'lost\n    at x',
      VITEST_TEST_PATH: join(ROOT, 'lib/a.test.ts'),
    };
    new UnhandledErrors().onTestRunEnd([], [error]);
    vi.unstubAllEnvs();
    expect(unhandledErrors(path, ROOT)).toEqual([
      { file: 'lib/a.test.ts', title: '(outside of a test)', message: 'TypeError: lost' },
    ]);
  });

  it('are none where there is no report', () => {
    const missing = join(folder, 'missing.json');
    expect([
      ...failedVitest(missing, ROOT),
      ...failedPlaywright(missing, ROOT),
      ...unhandledErrors(missing, ROOT),
    ]).toEqual([]);
    expect(listFailures([])).toBe('');
  });

  it('are listed under their part, at most 30 of them, with at most 300 characters of a message', () => {
    const failure = {
      part: 'unit',
      file: 'lib/a.test.ts',
      title: 'adds',
      message: `Error: one\n${'x'.repeat(400)}`,
    };
    const lines = listFailures(Array.from({ length: 32 }, () => failure)).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Failed:',
      'unit  lib/a.test.ts  adds',
      '    Error: one',
      `    ${'x'.repeat(289)}…`,
    ]);
    expect(lines.filter((line) => line.startsWith('unit'))).toHaveLength(30);
    expect(lines.slice(-2)).toEqual(['and 2 more', '']);
  });
});
