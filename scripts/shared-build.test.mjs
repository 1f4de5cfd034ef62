import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  copySharedBuild,
  removeSharedBuild,
  shareBuild,
  stopSharing,
  waitForSharedBuild,
} from './shared-build.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hubkeep-test-shared-build-'));
  mkdirSync(join(root, 'one', '.next', 'cache'), { recursive: true });
  writeFileSync(join(root, 'one', '.next', 'cache', 'large'), '');
  writeFileSync(join(root, 'one', '.next', 'BUILD_ID'), 'b1');
  writeFileSync(
    join(root, 'one', '.next', 'required-server-files.json'),
    JSON.stringify({ appDir: join(root, 'one') }),
  );
  mkdirSync(join(root, 'other', '.next'), { recursive: true });
  writeFileSync(join(root, 'other', '.next', 'of-before'), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('gives a project the pages that another built, under its own path', () => {
  const shared = join(root, 'shared');
  shareBuild(shared, join(root, 'one'));
  expect(waitForSharedBuild(shared)).toBe(shared);
  const target = join(root, 'other', '.next');
  copySharedBuild(shared, target, join(root, 'other'));
  expect(readdirSync(target).sort()).toEqual(['BUILD_ID', 'required-server-files.json']);
  const { appDir } = JSON.parse(readFileSync(join(target, 'required-server-files.json'), 'utf8'));
  expect(appDir).toBe(join(root, 'other'));
});

it('waits no longer than its time where nobody says that nothing is shared', () => {
  expect(waitForSharedBuild(join(root, 'shared'), 300)).toBeNull();
});

it('waits no longer once nothing more is shared, and removes what an earlier run shared', () => {
  const shared = join(root, 'shared');
  stopSharing(shared);
  expect(waitForSharedBuild(shared)).toBeNull();
  shareBuild(shared, join(root, 'one'));
  removeSharedBuild(shared);
  expect(existsSync(shared) || existsSync(`${shared}.stopped`)).toBe(false);
});
