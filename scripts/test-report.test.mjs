import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-report.mjs';

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
