// One build of the pages for a whole run of the tests: the installation on a bare machine has to build them, and the other
// parts take what it built (docs/decisions/0267-one-build-and-two-lanes-for-a-test-run.md).
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const WAIT_MS = 250;
/** Longer than an installation with its build takes where the network is slow. */
const TIMEOUT_MS = 10 * 60_000;
/** In a shared build: the path of the project that it was built in. */
const PROJECT_PATH = 'project-path.txt';
/** The files of a build that name the path of the project. */
const NAMING_PROJECT = ['required-server-files.json', 'required-server-files.js'];
const stopMarker = (folder) => `${folder}.stopped`;

/** Removes what an earlier run shared. @param {string} folder */
export function removeSharedBuild(folder) {
  for (const path of [folder, `${folder}.unfinished`, stopMarker(folder)])
    rmSync(path, { recursive: true, force: true });
}

/** Says that nothing more will be shared: `waitForSharedBuild` stops waiting. @param {string} folder */
export function stopSharing(folder) {
  writeFileSync(stopMarker(folder), '');
}

/**
 * Shares the pages that were built in a project's folder, without the compiler's cache.
 * @param {string} folder where others look for them @param {string} project
 */
export function shareBuild(folder, project) {
  const unfinished = `${folder}.unfinished`;
  const built = join(project, '.next');
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(built, unfinished, { recursive: true, filter: (path) => path !== join(built, 'cache') });
  writeFileSync(join(unfinished, PROJECT_PATH), project);
  renameSync(unfinished, folder);
}

/**
 * Waits until pages are shared, or until it is known that none will be: also where the run that would say so was killed.
 * @param {string} folder @param {number} [timeout] in milliseconds @returns {string | null} the folder; null where there are none
 */
export function waitForSharedBuild(folder, timeout = TIMEOUT_MS) {
  const wait = new Int32Array(new SharedArrayBuffer(4));
  const parent = process.ppid;
  const deadline = Date.now() + timeout;
  while (!existsSync(folder)) {
    const isOver = existsSync(stopMarker(folder)) || process.ppid !== parent || Date.now() > deadline;
    if (isOver) return existsSync(folder) ? folder : null;
    Atomics.wait(wait, 0, 0, WAIT_MS);
  }
  return folder;
}

/**
 * Copies shared pages, as if they had been built here.
 * @param {string} folder the shared build @param {string} target the folder of built pages, which is replaced
 * @param {string} project the folder of the project here
 */
export function copySharedBuild(folder, target, project) {
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(folder, unfinished, { recursive: true, filter: (path) => basename(path) !== PROJECT_PATH });
  const elsewhere = readFileSync(join(folder, PROJECT_PATH), 'utf8');
  for (const name of NAMING_PROJECT) {
    const path = join(unfinished, name);
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(elsewhere, project));
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
}
