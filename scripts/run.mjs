// Runs one TypeScript file of this project: node scripts/run.mjs <file> [arguments]
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled, ROOT, requireNode, withOwnNode } from './bootstrap.mjs';

requireNode();
const [file, ...args] = process.argv.slice(2);
ensureInstalled({ dev: file.startsWith('tests/') });
await withOwnNode(fileURLToPath(import.meta.url), [file, ...args], () => {
  process.argv = [process.execPath, resolve(ROOT, file), ...args];
  return import(pathToFileURL(resolve(ROOT, file)).href);
});
