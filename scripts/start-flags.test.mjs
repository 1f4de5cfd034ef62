import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from './bootstrap.mjs';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'hubkeep-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Replaces the start script: continues in Hubkeep's own Node, as from an older one, and prints its flags. */
const PROBE = `
  import { withOwnNode } from ${JSON.stringify(join(ROOT, 'scripts', 'bootstrap.mjs'))};
  if (!process.env.IS_SECOND) {
    process.env.IS_SECOND = 'yes';
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.9.0' } });
  }
  await withOwnNode(import.meta.filename ?? process.argv[1], process.argv.slice(2), async () => {
    const { execArgv, version, env, argv } = process;
    console.log(JSON.stringify({ execArgv, version, arenas: env.MALLOC_ARENA_MAX, given: argv.slice(2) }));
  });
`;

// `npm run bench -- soak` measures how much memory they save.
it.each(['start', 'demo'])('npm run %s passes what holds memory down to the Node that serves', (name) => {
  const probe = join(folder, 'probe.mjs');
  writeFileSync(probe, PROBE);
  const command = scripts[name].replace('scripts/start.mjs', probe);
  const { stdout } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({
    execArgv: ['--max-semi-space-size=4', '--heap-growing-percent=20'],
    version: expect.stringMatching(/^v24\./),
    arenas: '1',
    given: name === 'demo' ? ['--demo'] : [],
  });
});
