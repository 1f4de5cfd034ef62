import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchFolder } from './scratch-folder.mjs';

const root = mkdtempSync(join(tmpdir(), 'hubkeep-test-scratch-'));
const made = [];
afterAll(() => {
  for (const folder of [root, ...made]) rmSync(folder, { recursive: true, force: true });
});

let count = 0;
let memory;
beforeEach(() => {
  memory = join(root, String(count++));
  mkdirSync(memory);
});

function make(machine) {
  const folder = makeScratchFolder({ memory, minBytes: 1, ...machine });
  made.push(folder);
  return folder;
}

describe('the scratch folder of a run', () => {
  it('is in memory where there is room', () => {
    const folder = make();
    expect(dirname(folder)).toBe(memory);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });

  it.each([
    ['the memory is short', { availableBytes: 1000, minBytes: 1001 }],
    ['its file system is small', { minBytes: Number.MAX_SAFE_INTEGER, availableBytes: Infinity }],
    ['there is no such file system', { memory: join(root, 'nowhere') }],
  ])('is a temporary folder where %s', (_, machine) => {
    expect(dirname(make(machine))).toBe(tmpdir());
  });

  it('deletes the folders of runs that ended, and no other', () => {
    const { pid } = spawnSync(process.execPath, ['--eval', '']);
    const [ended, running, foreign] = [`hubkeep-run-${pid}-a`, `hubkeep-run-${process.pid}-a`, 'other-1-a'];
    for (const name of [ended, running, foreign]) mkdirSync(join(memory, name));
    make();
    expect([ended, running, foreign].map((name) => existsSync(join(memory, name)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
