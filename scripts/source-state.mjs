// Whether something that was made of source files is still made of them as they are.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ root: string; sources: string[] }} Sources folders and files, relative to `root` */

const TEST = /\.test\.tsx?$/;

/** @param {Sources} sources @returns {Generator<string>} the paths of all files but tests, in order */
function* filesOf({ root, sources }) {
  /** @param {string} path @returns {Generator<string>} */
  function* within(path) {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) yield* within(child);
      else if (!TEST.test(entry.name)) yield child;
    }
  }
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory()) yield* within(path);
    else yield path;
  }
}

/** @param {Sources} sources @returns {string} a digest of names and contents */
function contentHash(sources) {
  const hash = createHash('sha256');
  for (const path of filesOf(sources)) {
    hash.update(path.slice(sources.root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

/**
 * A digest of names, sizes and times, a third of the work of reading all files. No tool can set a file's time of change
 * (ctime): where the digest is the same, so are the contents.
 * @param {Sources} sources @returns {string}
 */
function timesHash(sources) {
  const hash = createHash('sha256');
  for (const path of filesOf(sources)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`);
  }
  return hash.digest('hex');
}

/** @typedef {{ content: string; times: string }} State of sources, to be stored beside what is made of them */

/** @param {Sources} sources @returns {State} to be read before anything is made of them */
export function readState(sources) {
  // The times first: a change between the two is one that the next check sees.
  const times = timesHash(sources);
  return { times, content: contentHash(sources) };
}

/** @param {string} stamp a file @param {State & Record<string, unknown>} state */
export function writeStamp(stamp, state) {
  writeFileSync(stamp, JSON.stringify(state));
}

/** @param {string} stamp @returns {(State & Record<string, unknown>) | null} what is stored, whatever the sources are */
export function readStamp(stamp) {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Whether the sources are those of the stored state. Where only times differ, the new ones are stored.
 * @param {string} stamp the file that `writeStamp` wrote @param {Sources} sources
 * @returns {Record<string, unknown> | null} what is stored, or null where something else has to be made
 */
export function currentStamp(stamp, sources) {
  const stored = readStamp(stamp);
  if (!stored) return null;
  const times = timesHash(sources);
  if (stored.times === times) return stored;
  if (stored.content !== contentHash(sources)) return null;
  try {
    writeStamp(stamp, { ...stored, times });
  } catch {
    // A folder that may only be read: the contents are compared with each start.
  }
  return stored;
}
