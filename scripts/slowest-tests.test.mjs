import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import { listSlowest, timesOfPlaywright, timesOfVitest } from './slowest-tests.mjs';
import TestDurations from './test-durations.mjs';

const PLAYWRIGHT = join(ROOT, 'tests', 'fixtures', 'test-reports', 'playwright.json');

const folder = mkdtempSync(join(tmpdir(), 'hubkeep-durations-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the times of a run', () => {
  it('have the tests of vitest, and what a file spends on imports and hooks', () => {
    const path = join(folder, 'durations.json');
    vi.stubEnv('HUBKEEP_TEST_DURATIONS', path);
    const tests = [
      { fullName: 'outer > adds', diagnostic: () => ({ duration: 1500 }) },
      { fullName: 'outer > is skipped', diagnostic: () => undefined },
    ];
    const file = {
      moduleId: join(ROOT, 'lib', 'a.test.ts'),
      diagnostic: () => ({
        duration: 2000,
        collectDuration: 1000,
        setupDuration: 100,
        prepareDuration: 100,
        environmentSetupDuration: 300,
      }),
      children: { allTests: () => tests },
    };
    new TestDurations().onTestRunEnd([file]);
    vi.unstubAllEnvs();
    expect(timesOfVitest(path, ROOT)).toEqual([
      { file: 'lib/a.test.ts', title: '(imports and hooks)', seconds: 1.7 },
      { file: 'lib/a.test.ts', title: 'outer > adds', seconds: 1.5 },
      { file: 'lib/a.test.ts', title: 'outer > is skipped', seconds: 0 },
    ]);
  });

  it('have the tests of Playwright with line and screen, all tries of a test together', () => {
    expect(timesOfPlaywright(PLAYWRIGHT, '/project')).toEqual([
      { file: 'tests/browser/zz-rep.spec.ts:4 [wide]', title: 'outer > is right', seconds: 0.013 },
      { file: 'tests/browser/zz-rep.spec.ts:5 [wide]', title: 'outer > compares two values', seconds: 0.046 },
      { file: 'tests/browser/zz-rep.spec.ts:6 [wide]', title: 'outer > needs a second try', seconds: 0.148 },
      { file: 'tests/browser/zz-rep.spec.ts:7 [wide]', title: 'outer > is left out', seconds: 0 },
    ]);
  });

  it('are none where there is no report', () => {
    const missing = join(folder, 'missing.json');
    expect([...timesOfVitest(missing, ROOT), ...timesOfPlaywright(missing, ROOT)]).toEqual([]);
  });
});

describe('the list of the slowest', () => {
  const timed = (seconds) => ({
    part: 'api',
    file: 'tests/api/a.test.ts',
    title: `takes ${seconds}`,
    seconds,
  });

  it('has the 40 slowest of all parts, the slowest first', () => {
    const times = [
      ...Array.from({ length: 50 }, (_, index) => timed(index + 1)),
      { ...timed(99), part: 'unit' },
    ];
    const lines = listSlowest(times).split('\n');
    expect(lines[0]).toBe('Slowest 40:');
    expect(lines[1]).toBe('   99.0 s  unit       tests/api/a.test.ts  takes 99');
    expect(lines[2]).toBe('   50.0 s  api        tests/api/a.test.ts  takes 50');
    expect(lines.filter((line) => / s {2}/.test(line))).toHaveLength(40);
    expect(lines.at(-1)).toBe('');
  });

  it('is empty when nothing takes a second', () => {
    expect(listSlowest([timed(0.9)])).toBe('');
  });
});
