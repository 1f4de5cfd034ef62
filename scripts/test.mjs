// `npm test`: installs what the tests need, runs every part, and ends with one plain line, `N passed, N
// failed`. tests/README.md describes how to run one part or one test.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ROOT, requireNode, withOwnNode } from './bootstrap.mjs';
import { makeScratchFolder } from './scratch-folder.mjs';
import { removeSharedBuild, stopSharing } from './shared-build.mjs';
import { listSlowest, timesOfPlaywright, timesOfVitest } from './slowest-tests.mjs';
import { planLanes, planSteps, sharesBuild } from './test-plan.mjs';
import {
  countPlaywright,
  countVitest,
  failedPlaywright,
  failedVitest,
  listFailures,
  unhandledErrors,
} from './test-report.mjs';

const REPORTS = join(ROOT, '.cache', 'test-reports');
/** Where the installation's pages are shared with the other parts. */
const SHARED_BUILD = join(ROOT, '.cache', 'shared-build');
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const reportOf = (part) => join(REPORTS, `${part}.json`);

/** Variables that configure a production server, and must not affect servers under test. */
const SERVER_VARIABLES = [
  ...['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET_KEY'],
  ...[
    'RATE_LIMIT_FACTOR',
    'TRUSTED_PROXIES',
    'NEXT_PUBLIC_API_HOST',
    'NEXT_PUBLIC_FIREBASE_CONFIG',
    'NODE_ENV',
  ],
  ...[
    'LIVEKIT_URL',
    'LIVEKIT_API_KEY',
    'LIVEKIT_API_SECRET',
    'EMBEDDINGS_URL',
    'MAX_UPLOAD_BYTES',
    'LOG_LEVEL',
    'CHECK_RESPONSES',
  ],
];

const check = (name, ...command) => ({ name, command: () => command, count: null });
const vitest = (name) => ({
  name,
  command: (args) => [
    ...[bin('vitest'), 'run', '--project', name, '--reporter=default', '--reporter=json'],
    ...[`--outputFile.json=${reportOf(name)}`, '--reporter=./scripts/unhandled-errors.mjs'],
    ...['--reporter=./scripts/test-durations.mjs', ...args],
  ],
  env: {
    HUBKEEP_TEST_ERRORS: reportOf(`${name}-errors`),
    HUBKEEP_TEST_DURATIONS: reportOf(`${name}-durations`),
  },
  count: () => countVitest(reportOf(name)),
  failures: () => [
    ...failedVitest(reportOf(name), ROOT),
    ...unhandledErrors(reportOf(`${name}-errors`), ROOT),
  ],
  times: () => timesOfVitest(reportOf(`${name}-durations`), ROOT),
});

/**
 * The fastest to fail first, and the build before everything that needs the pages. `planLanes` decides what runs in parallel.
 */
const STEPS = [
  // Each further checker looks at the same declarations again (docs/decisions/0152-builds-and-tests-in-less-time.md).
  check('types', bin('tsc'), '--noEmit', '-p', '.', '--checkers', '1'),
  check('lint', bin('biome'), 'ci', '.'),
  // Unused exports are not checked: helpers of docs/product-rules.md exist before the screens that use them.
  check('unused', bin('knip'), '--no-progress', '--include', 'files,dependencies,unlisted,unresolved'),
  vitest('component'),
  vitest('unit'),
  // Not before: the installation builds the same pages meanwhile.
  check('build', process.execPath, 'scripts/build.mjs'),
  vitest('pages'),
  vitest('api'),
  {
    name: 'browser',
    command: (args) => [bin('playwright'), 'test', ...args],
    env: { HUBKEEP_TEST_REPORT: reportOf('browser') },
    count: () => countPlaywright(reportOf('browser')),
    failures: () => failedPlaywright(reportOf('browser'), ROOT),
    times: () => timesOfPlaywright(reportOf('browser'), ROOT),
  },
  vitest('install'),
];
/** A timeout for steps that hang: the browser part takes 7 minutes where nothing else runs. */
const STEP_MINUTES = 45;

/** Steps whose temporary files are large: a copy of the packages, and a registry's cache. Both build the pages. */
const ON_DISK = new Set(['build', 'install']);

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false;
/** @type {string | null} */
let scratch = null;
let sharing = false;

/**
 * Runs one command to its end; one that hangs is killed, with all its child processes.
 * @param {string[]} command @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [collect] receives the output, which is otherwise written at once
 * @returns {Promise<number>} its exit code
 */
function run(command, env, collect) {
  return new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: collect ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect);
    const signalAll = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has exited already.
      }
    };
    const timer = setTimeout(() => {
      (collect ?? ((text) => process.stderr.write(text)))(`Ended after ${STEP_MINUTES} minutes.\n`);
      signalAll('SIGTERM');
      setTimeout(signalAll, 10_000, 'SIGKILL').unref();
    }, STEP_MINUTES * 60_000);
    const done = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(code);
    };
    child.on('error', (error) => {
      (collect ?? ((text) => process.stderr.write(text)))(`${program}: ${error.message}\n`);
      done(1);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}

/** The results of a step: its report, and one more failure where it failed without reporting any. */
async function prove(step, args, collect) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...step.env };
  delete env.HUBKEEP_SHARED_BUILD;
  if (sharing && ON_DISK.has(step.name)) env.HUBKEEP_SHARED_BUILD = SHARED_BUILD;
  if (scratch && !ON_DISK.has(step.name)) env.TMPDIR = scratch;
  for (const name of SERVER_VARIABLES) delete env[name];
  const code = await run(step.command(args), env, collect);
  if (sharing && step.name === 'install') stopSharing(SHARED_BUILD);
  const counted = step.count?.() ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  const failures = step.failures?.() ?? [];
  if (code !== 0 && failures.length === 0) {
    failures.push({ file: '', title: `(ended with ${code}: see "== ${step.name}" above)`, message: '' });
  }
  return {
    ...counted,
    failed: code !== 0 && counted.failed === 0 ? 1 : counted.failed,
    failures: failures.map((one) => ({ part: step.name, ...one })),
    times: (step.times?.() ?? []).map((one) => ({ part: step.name, ...one })),
  };
}

/**
 * Runs the steps of a lane one after the other.
 * @param {string[]} lane @param {(step: string) => string[]} args @param {(text: string) => void} [collect]
 */
async function runLane(lane, args, collect) {
  const results = [];
  for (const step of STEPS.filter(({ name }) => lane.includes(name))) {
    if (stopped) break;
    (collect ?? ((text) => process.stdout.write(text)))(`\n== ${step.name}\n`);
    const began = performance.now();
    const result = await prove(step, step.count ? args(step.name) : [], collect);
    results.push({
      name: step.name,
      isTest: step.count !== null,
      ...result,
      seconds: (performance.now() - began) / 1000,
    });
  }
  return results;
}

/**
 * Runs lanes in parallel; only the first writes its output at once, that of the others follows at the end.
 */
async function runLanes(lanes, args) {
  const results = await Promise.all(
    lanes.map(async (lane, index) => {
      let output = '';
      const collect = (text) => {
        output += text;
      };
      const done = await runLane(lane, args, index === 0 ? undefined : collect);
      return { done, output };
    }),
  );
  for (const { output } of results) process.stdout.write(output);
  return results.flatMap(({ done }) => done);
}

async function main(testArgs) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const { names, args } = planSteps(
    testArgs,
    STEPS.map(({ name }) => name),
  );
  const ordered = STEPS.map(({ name }) => name).filter((name) => names.includes(name));
  const results = [];
  sharing = sharesBuild(ordered);
  removeSharedBuild(SHARED_BUILD);
  scratch = makeScratchFolder();
  try {
    for (const lanes of planLanes(ordered)) {
      if (!stopped) results.push(...(await runLanes(lanes, args)));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    removeSharedBuild(SHARED_BUILD);
  }
  process.stdout.write(`\n${listFailures(results.flatMap(({ failures }) => failures))}\n`);
  for (const { name, passed, failed, seconds } of results) {
    const verdict = failed === 0 ? 'ok' : 'FAILED';
    process.stdout.write(
      `${name.padEnd(10)} ${verdict.padEnd(7)} ${`${passed} passed`.padStart(12)} ${`${failed} failed`.padStart(10)} ${seconds.toFixed(1).padStart(7)} s\n`,
    );
  }
  const slowest = listSlowest(results.flatMap(({ times }) => times));
  if (slowest) process.stdout.write(`\n${slowest}`);
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  const failed = results.reduce((sum, one) => sum + one.failed, 0) + (stopped ? 1 : 0);
  const tests = results.filter(({ isTest }) => isTest);
  const nothingRan = tests.length > 0 && tests.every((one) => one.passed + one.failed === 0);
  if (nothingRan) process.stdout.write('\nNo test has that name.\n');
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && !nothingRan ? 0 : 1;
}

requireNode();
process.chdir(ROOT);
ensureInstalled({ dev: true });
const testArgs = process.argv.slice(2);
await withOwnNode(fileURLToPath(import.meta.url), testArgs, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopped = true;
      for (const { pid } of running) process.kill(-pid, 'SIGTERM');
    });
  }
  return main(testArgs);
});
