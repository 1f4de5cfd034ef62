import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of code that runs in the browser. */
export const BROWSER_FOLDERS = ['pages', 'components', 'context', 'services', 'lib', 'styles'];

const LITERAL = /(['"`])([a-z][a-z0-9_]*(?:\.[A-Za-z0-9_-]+)+)\1/g;
/** With an end only where it is sure to be the template's: without one, all ids with its start are found. */
const TEMPLATE = /`([a-z][\w-]*\.[\w.-]*)\$\{(?:[^`{}]*\}([\w.-]*)`)?/g;

/**
 * The messages that the text of a source file names: by their whole ids, or by templates, of which all ids that start and end so
 * are found. The type of ids lets nobody compose one otherwise, but for templates that start with a variable:
 * `tests/architecture/messages.test.ts` finds these.
 */
export function idsIn(text: string, ids: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const [, , id = ''] of text.matchAll(LITERAL)) if (ids.has(id)) found.add(id);
  for (const [, start = '', end = ''] of text.matchAll(TEMPLATE)) {
    for (const id of ids) if (id.startsWith(start) && id.endsWith(end)) found.add(id);
  }
  return [...found].sort();
}

/** @returns the ids by the path of each file of code for the browser that names any */
export function usedIds(root: string, ids: ReadonlySet<string>): Map<string, string[]> {
  const used = new Map<string, string[]>();
  for (const folder of BROWSER_FOLDERS) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /(?<!\.test|\.d)\.tsx?$/.test(one)).sort()) {
      const path = `${folder}/${name}`;
      const found = idsIn(readFileSync(join(root, path), 'utf8'), ids);
      if (found.length > 0) used.set(path.replaceAll('\\', '/'), found);
    }
  }
  return used;
}
