import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './bootstrap.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubkeep-test-ci-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `.ci/run` from another folder, with an `npm` that only runs `script`. */
function ciRun(script) {
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(join(ROOT, '.ci', 'run'), {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

describe('.ci/run', () => {
  it('closes with 0 where npm test did, on its verdict', () => {
    const { status, lines } = ciRun('echo "4 passed, 0 failed"; echo later; exit 0');
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe('4 passed, 0 failed');
  });

  it.each([
    ['ends with 3', 'echo "2 passed, 3 failed"; exit 3', '2 passed, 3 failed'],
    ['says that tests failed', 'echo "2 passed, 1 failed"; exit 0', '2 passed, 1 failed'],
    ['fails though no test did', 'echo "2 passed, 0 failed"; exit 1', '2 passed, 0 failed'],
    ['comes to no verdict', 'echo broken; exit 0', '0 passed, 1 failed'],
    ['is killed', 'kill -9 $$', '0 passed, 1 failed'],
  ])('fails where npm test %s', (_what, script, verdict) => {
    const { status, lines } = ciRun(script);
    expect(status).not.toBe(0);
    expect(lines.at(-1)).toBe(verdict);
  });

  it('runs npm test in the root of the project, whatever folder it is called from', () => {
    expect(ciRun('echo "$1 in $PWD"; echo "1 passed, 0 failed"').lines).toContain(`test in ${ROOT}`);
  });
});
