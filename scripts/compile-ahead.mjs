// Has browsers compile what a page loads later while it is downloaded, in another thread
// (docs/decisions/0252-modules-compiled-while-downloaded.md).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * What is read of a file that Turbopack wrote: a call with an array of the ids of modules and their functions.
 * @typedef {{ type: string, start: number, end: number }} Part
 * @typedef {Part & { arguments?: (Part & { elements?: Part[] })[] }} Expression
 * @typedef {{ body: { expression?: Expression }[] }} Program
 */

/**
 * A file of modules in which the function of each stands in parentheses. A browser compiles such a function with the file,
 * because it looks like one that is called at once; any other only when it is called, and in the page's own thread.
 * @param {string} source
 * @throws SyntaxError where the parser, the one that Next has with it, can't read it
 */
export function compiledAhead(source) {
  // Not before: a clone is begun to be installed by a file that loads this one.
  /** @type {{ parse: (source: string, options: { ecmaVersion: 'latest' }) => Program }} */
  const acorn = createRequire(import.meta.url)('next/dist/compiled/acorn');
  const [list] = acorn.parse(source, { ecmaVersion: 'latest' }).body.at(-1)?.expression?.arguments ?? [];
  const modules = (list?.elements ?? []).filter((one) => one?.type.endsWith('FunctionExpression'));
  let written = '';
  let copied = 0;
  for (const one of modules) {
    if (source[one.start - 1] === '(') continue;
    written += `${source.slice(copied, one.start)}(${source.slice(one.start, one.end)})`;
    copied = one.end;
  }
  return written + source.slice(copied);
}

/**
 * Rewrites the files that no page begins with: a part that is loaded later runs as soon as it has come. What can't be read stays as it
 * is: it is only compiled later.
 * @param {string} folder of the built pages
 */
export function compileAhead(folder) {
  /** @type {{ pages: Record<string, string[]>, rootMainFiles?: string[], polyfillFiles?: string[] }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'build-manifest.json'), 'utf8'));
  const { pages, rootMainFiles = [], polyfillFiles = [] } = manifest;
  const first = new Set([...Object.values(pages).flat(), ...rootMainFiles, ...polyfillFiles]);
  const chunks = join('static', 'chunks');
  for (const name of readdirSync(join(folder, chunks))) {
    if (!name.endsWith('.js') || first.has(`static/chunks/${name}`)) continue;
    const path = join(folder, chunks, name);
    const source = readFileSync(path, 'utf8');
    if (!source.startsWith('(globalThis.TURBOPACK')) continue;
    try {
      writeFileSync(path, compiledAhead(source));
    } catch (error) {
      console.warn(`${name} is not compiled ahead: ${error instanceof Error ? error.message : error}`);
    }
  }
}
