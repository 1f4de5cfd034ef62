import nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled, ROOT, requireNode, withOwnNode } from './bootstrap.mjs';
import { ensureBuilt, ensureServerBundle } from './ensure-built.mjs';

requireNode();
process.chdir(ROOT);
const flags = process.argv.slice(2);
const dev = flags.includes('--dev');
const demo = flags.includes('--demo');
ensureInstalled();
// A demo has its own data folder, apart from the hub that people work in.
if (demo) process.env.DATA_DIR ??= './data-demo';
process.env.NODE_ENV ??= dev ? 'development' : 'production';
process.env.NEXT_TELEMETRY_DISABLED ??= '1';
await withOwnNode(fileURLToPath(import.meta.url), flags, async () => {
  // A process that only works in the background serves no pages.
  if (!dev && process.env.ROLE?.trim() !== 'worker') ensureBuilt();
  // Only Hubkeep's own Node has this function: a named import would end an older one before its error
  // message.
  nodeModule.enableCompileCache(join(ROOT, '.cache', 'compile'));
  // While developing, the sources themselves run.
  const program = (dev ? null : ensureServerBundle()) ?? join(ROOT, 'server', 'main.ts');
  const { main } = await import(pathToFileURL(program).href);
  await main({ dev, demo });
});
