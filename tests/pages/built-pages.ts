import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentPages } from '../../scripts/ensure-built.mjs';

/** The folder of the built pages; null where there are none: those that were built of older sources say nothing. */
export const folder = currentPages();

export const readBuilt = (name: string): string => readFileSync(join(folder ?? '', name), 'utf8');
export const isBuilt = (name: string): boolean => existsSync(join(folder ?? '', name));
const isScript = (name: string) => name.endsWith('.js');

type Scripts = Record<string, string[]>;
const scriptsByPage = (): Scripts => JSON.parse(readBuilt('build-manifest.json')).pages;

export const builtPages = (): string[] =>
  Object.keys(scriptsByPage()).filter((page) => !['/_app', '/_error'].includes(page));

/** The scripts that a page always names. */
export function scriptsOf(page: string): Set<string> {
  const scripts = scriptsByPage();
  return new Set([...(scripts['/_app'] ?? []), ...(scripts[page] ?? [])].filter(isScript));
}

/** The scripts of what is loaded by `dynamic()`, by its id, as a page names them where the server rendered it. */
export function partsOf(page: string): Map<string, string[]> {
  const path = join('server', 'pages', page === '/' ? 'index' : page, 'react-loadable-manifest.json');
  const parts: Record<string, { files: string[] }> = JSON.parse(readBuilt(path));
  return new Map(Object.entries(parts).map(([id, { files }]) => [id, files.filter(isScript)]));
}
