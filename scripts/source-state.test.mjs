import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentStamp, readStamp, readState, writeStamp } from './source-state.mjs';

let root;
let stamp;
let sources;
const file = (name) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hubkeep-sources-'));
  mkdirSync(file('server/api'), { recursive: true });
  writeFileSync(file('server/main.ts'), 'one');
  writeFileSync(file('server/api/route.ts'), 'two');
  writeFileSync(file('package.json'), '{}');
  stamp = file('stamp.json');
  sources = { root, sources: ['server', 'package.json', 'missing'] };
  writeStamp(stamp, { ...readState(sources), folder: 'made' });
});
afterEach(() => rmSync(root, { recursive: true }));

describe('what was made of sources', () => {
  it('is current while nothing changes', () => {
    expect(currentStamp(stamp, sources)).toMatchObject({ folder: 'made' });
  });

  it.each([
    ['a file has other contents', () => writeFileSync(file('server/main.ts'), 'three')],
    ['a file is added', () => writeFileSync(file('server/api/new.ts'), '')],
    ['a file is removed', () => rmSync(file('server/api/route.ts'))],
    ['a file has another name', () => renameSync(file('server/main.ts'), file('server/start.ts'))],
    ['a single file has other contents', () => writeFileSync(file('package.json'), '[]')],
    [
      'contents of the same size were written with the time of the old ones',
      () => {
        const { atime, mtime } = statSync(file('server/main.ts'));
        writeFileSync(file('server/main.ts'), 'two');
        utimesSync(file('server/main.ts'), atime, mtime);
      },
    ],
    [
      'another file of the same size was moved there',
      () => {
        writeFileSync(file('other'), 'six');
        const { atime, mtime } = statSync(file('server/main.ts'));
        utimesSync(file('other'), atime, mtime);
        renameSync(file('other'), file('server/main.ts'));
      },
    ],
  ])('is not current where %s', (_, change) => {
    change();
    expect(currentStamp(stamp, sources)).toBeNull();
  });

  it('is current where only times and tests changed, and stores the times', () => {
    const before = readStamp(stamp);
    writeFileSync(file('server/main.ts'), 'one');
    utimesSync(file('server/main.ts'), 1, 1);
    writeFileSync(file('server/main.test.ts'), 'a test');
    expect(currentStamp(stamp, sources)).toMatchObject({ folder: 'made' });
    const after = JSON.parse(readFileSync(stamp, 'utf8'));
    expect(after).toEqual({ ...before, times: after.times });
    expect(after.times).not.toBe(before.times);
  });

  it('is not current without a stamp, or with one that was written halfway', () => {
    writeFileSync(stamp, '{"content": "');
    expect(currentStamp(stamp, sources)).toBeNull();
    rmSync(stamp);
    expect(currentStamp(stamp, sources)).toBeNull();
  });
});
