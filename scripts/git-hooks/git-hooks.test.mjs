import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../bootstrap.mjs';
import { HOOKS, installHooks } from './install.mjs';
import { LANDED } from './landed-migrations.mjs';
import { MAX_FILE_BYTES, messageProblems } from './staged-problems.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hubkeep-test-hooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(() => {
  vi.unstubAllEnvs();
});

let count = 0;
let repository;
/** Split, so that the hook accepts this file. */
const ONLY = ['test.', 'only'].join('');
const CONFLICT = `${'<'.repeat(7)} HEAD\n`;

beforeEach(() => {
  // Ignore the machine's own settings, and those of a hook that runs these tests.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  repository = join(folder, String(count++));
  mkdirSync(join(repository, 'scripts'), { recursive: true });
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
});

/** Runs Git in the test's repository. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return { status, stdout: stdout.trim(), stderr };
}

/** Sets the repository up as after `npm ci`: checks, linter and hooks. */
function setUp() {
  cpSync(join(ROOT, 'scripts', 'git-hooks'), join(repository, 'scripts', 'git-hooks'), { recursive: true });
  for (const name of ['biome.json', '.gitignore']) cpSync(join(ROOT, name), join(repository, name));
  symlinkSync(join(ROOT, 'node_modules'), join(repository, 'node_modules'));
  writeFileSync(join(repository, '.git', 'info', 'exclude'), 'node_modules\n');
  git('add', 'biome.json');
  git('commit', '--quiet', '-m', 'Begin');
  expect(installHooks(repository)).toEqual([]);
}

/** Writes a file and stages it. */
function stage(path, text) {
  mkdirSync(join(repository, path, '..'), { recursive: true });
  writeFileSync(join(repository, path), text);
  git('add', path);
}
const commit = (message = 'lib: add a file') => git('commit', '-m', message);
const hookPath = (name) => join(repository, '.git', 'hooks', name);

describe('the installation of the hooks', () => {
  it('writes both, and changes nothing the second time', () => {
    expect(installHooks(repository)).toEqual([]);
    const first = HOOKS.map((name) => readFileSync(hookPath(name), 'utf8'));
    expect(installHooks(repository)).toEqual([]);
    expect(HOOKS.map((name) => readFileSync(hookPath(name), 'utf8'))).toEqual(first);
  });

  it('leaves a foreign hook unchanged, and explains how to call the check', () => {
    mkdirSync(join(repository, '.git', 'hooks'), { recursive: true });
    writeFileSync(hookPath('pre-commit'), '#!/bin/sh\necho mine\n');
    expect(installHooks(repository)).toEqual([
      expect.stringMatching(/pre-commit hook is your own.*node scripts\/git-hooks\/pre-commit\.mjs/),
    ]);
    expect(readFileSync(hookPath('pre-commit'), 'utf8')).toBe('#!/bin/sh\necho mine\n');
    expect(existsSync(hookPath('commit-msg'))).toBe(true);
  });

  it('leaves a link that somebody made, also where it leads nowhere', () => {
    mkdirSync(join(repository, '.git', 'hooks'), { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), hookPath('pre-commit'));
    expect(installHooks(repository)).toHaveLength(1);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('writes to core.hooksPath within the repository', () => {
    git('config', 'core.hooksPath', 'tools/hooks');
    expect(installHooks(repository)).toEqual([]);
    expect(existsSync(join(repository, 'tools', 'hooks', 'pre-commit'))).toBe(true);
    expect(existsSync(hookPath('pre-commit'))).toBe(false);
  });

  it('writes nothing to a hooks folder that other repositories use', () => {
    const shared = join(folder, 'shared-hooks');
    mkdirSync(shared, { recursive: true });
    git('config', 'core.hooksPath', shared);
    expect(installHooks(repository)).toEqual([expect.stringContaining('core.hooksPath is outside')]);
    expect(existsSync(join(shared, 'pre-commit'))).toBe(false);
  });

  it('serves a worktree by the hooks of its repository', () => {
    setUp();
    const worktree = join(folder, `worktree-${count}`);
    git('worktree', 'add', '--quiet', worktree);
    for (const name of HOOKS) rmSync(hookPath(name));
    expect(installHooks(worktree)).toEqual([]);
    expect(existsSync(hookPath('pre-commit'))).toBe(true);
    // The branch of this worktree has no check: any commit passes.
    writeFileSync(join(worktree, 'notes.md'), CONFLICT);
    spawnSync('git', ['add', 'notes.md'], { cwd: worktree });
    expect(spawnSync('git', ['commit', '-m', 'Add notes'], { cwd: worktree }).status).toBe(0);
    // With the check, the commit is refused, also from a subfolder.
    cpSync(join(ROOT, 'scripts', 'git-hooks'), join(worktree, 'scripts', 'git-hooks'), { recursive: true });
    writeFileSync(join(worktree, 'notes.md'), `${CONFLICT}${CONFLICT}`);
    const below = join(worktree, 'scripts');
    const refused = spawnSync('git', ['commit', '-a', '-m', 'Change notes'], {
      cwd: below,
      encoding: 'utf8',
    });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('notes.md:2: a conflict marker');
  });

  it.each(['a folder without .git', 'a copy within another repository'])('does nothing in %s', (where) => {
    const copy = where.includes('within') ? join(repository, 'copy') : mkdtempSync(join(folder, 'bare-'));
    mkdirSync(copy, { recursive: true });
    expect(installHooks(copy)).toEqual([]);
    expect(existsSync(hookPath('pre-commit'))).toBe(false);
    expect(existsSync(join(copy, '.git'))).toBe(false);
  });

  it('does nothing where Git is missing', () => {
    vi.stubEnv('PATH', folder);
    expect(installHooks(repository)).toEqual([]);
  });
});

describe('a commit', () => {
  beforeEach(setUp);

  it('passes where all is right, whatever its files are called', () => {
    stage('lib/größe und "mehr".ts', "export const SIZE = 'small';\n");
    stage('notes.md', '# Notes\n');
    expect(commit()).toMatchObject({ status: 0 });
  });

  it('passes where the settings of the linter themselves are changed', () => {
    stage('package.json', '{\n  "name": "hubkeep"\n}\n');
    expect(commit()).toMatchObject({ status: 0 });
  });

  it('is refused for what the linter refuses, and for what is not formatted', () => {
    stage('lib/a.ts', "export const a: any = 'x';\n");
    stage('lib/b.ts', 'export const b = "x"\n');
    const { status, stderr } = commit();
    expect(status).toBe(1);
    expect(stderr).toMatch(/lib\/a\.ts.*noExplicitAny/);
    expect(stderr).toMatch(/lib\/b\.ts format/);
  });

  it('is checked as it is staged, and not as the file is now', () => {
    stage('lib/a.ts', 'export const a = "x"\n');
    writeFileSync(join(repository, 'lib/a.ts'), "export const a = 'x';\n");
    expect(commit().status).toBe(1);
    git('add', 'lib/a.ts');
    writeFileSync(join(repository, 'lib/a.ts'), 'export const a = "not yet"\n');
    expect(commit().status).toBe(0);
    expect(readFileSync(join(repository, 'lib/a.ts'), 'utf8')).toBe('export const a = "not yet"\n');
  });

  it('of some files only is checked without the others', () => {
    stage('lib/a.ts', "export const a = 'x';\n");
    stage('lib/b.ts', 'export const b = "x"\n');
    expect(git('commit', '-m', 'lib: add a', 'lib/a.ts').status).toBe(0);
    expect(git('commit', '-m', 'lib: add b', 'lib/b.ts').status).toBe(1);
  });

  it('is refused for a test that runs alone, with its line', () => {
    stage('lib/a.test.ts', `import { test } from 'vitest';\n\n${ONLY}('x', () => {});\n`);
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('lib/a.test.ts:3: a test') });
  });

  it('is refused for a conflict marker in any text, but not for an underlined heading', () => {
    stage('notes.md', 'Heading\n=======\n');
    expect(commit().status).toBe(0);
    stage('notes.md', `Heading\n=======\n${CONFLICT}`);
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('notes.md:3: a conflict') });
  });

  it('is refused for a large file', () => {
    stage('docs/film.bin', Buffer.alloc(MAX_FILE_BYTES + 1));
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('docs/film.bin: 513 kB') });
    stage('docs/film.bin', Buffer.alloc(MAX_FILE_BYTES));
    expect(commit().status).toBe(0);
  });

  it('may delete, rename and link files', () => {
    stage('lib/a.ts', "export const a = 'x';\n");
    stage('lib/b.ts', "export const b = 'x';\n");
    commit();
    git('rm', '--quiet', 'lib/b.ts');
    git('mv', 'lib/a.ts', 'lib/c.ts');
    symlinkSync('c.ts', join(repository, 'lib', 'd.ts'));
    git('add', 'lib/d.ts');
    expect(commit()).toMatchObject({ status: 0 });
  });

  it('passes without the linter where it is not installed', () => {
    rmSync(join(repository, 'node_modules'));
    stage('lib/a.ts', 'export const a = "x"\n');
    expect(commit()).toMatchObject({ status: 0, stderr: expect.stringContaining('not linted') });
  });

  it('is refused for a long subject', () => {
    stage('a.md', 'a\n');
    expect(commit(`lib: ${'a'.repeat(68)}`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('73 characters'),
    });
    expect(commit(`lib: ${'a'.repeat(67)}`).status).toBe(0);
  });

  it('is checked all at once where 300 files are staged', () => {
    mkdirSync(join(repository, 'lib'));
    const timeOfCommit = () => {
      const began = performance.now();
      expect(commit().status).toBe(0);
      return performance.now() - began;
    };
    stage('lib/alone.ts', 'export const value = 1;\n');
    const alone = timeOfCommit();
    for (let n = 0; n < 300; n++) {
      writeFileSync(join(repository, 'lib', `file-${n}.ts`), `export const value = ${n};\n`);
    }
    git('add', 'lib');
    // Batched, it takes 3 times as long as one file, and 11 times on a busy machine; one by one, it would take 300 times as long.
    expect(timeOfCommit()).toBeLessThan(50 * alone);
  });

  it('starts Git and the linter alone, and needs seconds of processor time for 300 files', () => {
    mkdirSync(join(repository, 'lib'));
    for (let n = 0; n < 300; n++) {
      const lines = Array.from({ length: 60 }, (_, at) => `export const value${at} = ${n};\n`);
      writeFileSync(join(repository, 'lib', `file-${n}.ts`), lines.join(''));
    }
    git('add', 'lib');
    const log = join(folder, `programs-${count}.txt`);
    const recorder = join(folder, `recorder-${count}.cjs`);
    writeFileSync(
      recorder,
      `const child = require('node:child_process');
      const { appendFileSync } = require('node:fs');
      for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
        const start = child[name];
        child[name] = (program, ...others) => {
          appendFileSync(${JSON.stringify(log)}, program + '\\n');
          return start(program, ...others);
        };
      }
      require('node:module').syncBuiltinESMExports();`,
    );
    vi.stubEnv('NODE_OPTIONS', `--require ${recorder}`);
    // The shell counts the time of what it started, whatever else the machine does meanwhile.
    const { status, stdout } = spawnSync('sh', ['-c', 'git commit -qm "lib: add files" && times'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const started = new Set(
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((path) => basename(path)),
    );
    // The linter's own start: Node, and a look at the system's C library.
    const own = ['node', 'ldd --version'];
    expect([...started].filter((name) => !own.includes(name)).sort()).toEqual(['biome', 'git']);
    const [, ofChildren = ''] = stdout.trim().split('\n');
    const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(
      ([, m, s]) => Number(m) * 60 + Number(s),
    );
    expect(seconds).toHaveLength(2);
    expect(seconds[0] + seconds[1]).toBeLessThan(15);
  });

  it('is not held up by a machine without Node', () => {
    stage('a.md', CONFLICT);
    rmSync(join(repository, 'node_modules'));
    const bin = join(folder, 'bin-without-node');
    mkdirSync(bin, { recursive: true });
    for (const name of ['git', 'sh']) {
      const path = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
      if (!existsSync(join(bin, name))) symlinkSync(path, join(bin, name));
    }
    chmodSync(bin, 0o755);
    vi.stubEnv('PATH', bin);
    expect(commit()).toMatchObject({ status: 0, stderr: expect.stringContaining('no Node found') });
  });
});

describe('a commit message', () => {
  const subject = `lib: ${'ä'.repeat(67)}`;

  it.each([
    ['a subject of 72 characters', subject],
    ['a body below an empty line', `${subject}\n\nWhy it is so.\n`],
    ['comments of Git around it', `# Please enter\n\n${subject}\n# On branch main\n`],
    [
      'the diff of git commit -v below it',
      `${subject}\n# ${'-'.repeat(24)} >8 ${'-'.repeat(24)}\ndiff --git\n`,
    ],
    ['a long subject that is to be folded into another', `fixup! ${subject}`],
    ['a long subject that Git wrote', `Revert "${subject}"`],
    ['nothing, which Git refuses by itself', '\n# Please enter\n'],
  ])('may have %s', (_, message) => expect(messageProblems(message)).toEqual([]));

  it('has no longer subject, and no second line', () => {
    expect(messageProblems(`${subject}b\n`)).toEqual(['The subject has 73 characters; at most 72.']);
    expect(messageProblems('lib: add\nwithout an empty line\n')).toHaveLength(1);
  });
});

describe('landed migrations', () => {
  const SCRIPT = join(ROOT, 'scripts', 'git-hooks', 'landed-migrations.mjs');
  const list = (hashes) => `${JSON.stringify(hashes, null, 2)}\n`;
  const compare = (base) =>
    spawnSync(process.execPath, [SCRIPT, base], { cwd: repository, encoding: 'utf8' });

  it('may not be edited with their list, nor taken out of it, while new ones are added', () => {
    setUp();
    git('branch', '-M', 'main');
    stage(LANDED, list({ 'one.ts': 'a', 'two.ts': 'b' }));
    expect(commit('database: two migrations').status).toBe(0);
    const base = git('rev-parse', 'HEAD').stdout;
    git('checkout', '--quiet', '-b', 'other');

    stage(LANDED, list({ 'one.ts': 'a', 'two.ts': 'b', 'three.ts': 'c' }));
    expect(commit('database: a third migration').status).toBe(0);
    expect(compare(base).status).toBe(0);
    // It has not landed yet: it may still change.
    stage(LANDED, list({ 'one.ts': 'a', 'two.ts': 'b', 'three.ts': 'd' }));
    expect(commit('database: the third again').status).toBe(0);

    for (const hashes of [{ 'one.ts': 'a', 'two.ts': 'x' }, { 'two.ts': 'b' }]) {
      stage(LANDED, list(hashes));
      const refused = commit('database: another second');
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toContain('has landed and stays as it is');
      git('commit', '--quiet', '--no-verify', '-m', 'database: another second');
      const compared = compare(base);
      expect(compared.status).toBe(1);
      expect(compared.stderr).toContain('has landed and stays as it is');
    }
    git('rm', '--quiet', LANDED);
    expect(commit('database: no list').stderr).toContain('the list of landed migrations is gone');
  });

  it('are not compared with a commit that is not there', () => {
    setUp();
    expect(compare('0'.repeat(40)).status).toBe(2);
    expect(compare('').status).toBe(2);
  });
});
