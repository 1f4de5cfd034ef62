import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import { planSteps } from './test-plan.mjs';

const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'ci.yml'), 'utf8');
/** The text of each job by its name: the lines indented below it. */
const jobs = new Map(
  (workflow.split(/^jobs:\n/m)[1] ?? '')
    .split(/^(?= {2}[a-z-]+:$)/m)
    .flatMap((text) => (/^ {2}[a-z-]+:$/m.test(text) ? [[text.trim().split(':')[0], text]] : [])),
);
const commands = (text) => [...text.matchAll(/^\s+- run: (.+)$/gm)].map(([, command]) => command);

const STEPS = [
  ...['types', 'lint', 'unused', 'build', 'unit', 'component', 'pages', 'api', 'browser', 'install'],
];

describe('the hosted CI workflow', () => {
  it('runs every part of npm test, each in one job', () => {
    const parts = commands(workflow).flatMap((command) => /^npm test -- (\S+)/.exec(command)?.[1] ?? []);
    expect(new Set(parts).size).toBe(parts.length);
    const steps = parts.flatMap((part) => {
      const { names } = planSteps([part], STEPS);
      // Every name is a known part, not the name of a test.
      expect(names.length, part).toBeLessThan(5);
      return names;
    });
    expect([...new Set(steps)].sort()).toEqual([...STEPS].sort());
  });

  it('runs scripts of package.json alone', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const others = commands(workflow).filter((command) => !command.startsWith('npm test -- '));
    const names = others.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(names.filter((name) => !scripts[name])).toEqual([]);
    expect(others.filter((command) => !command.startsWith('npm run '))).toEqual(['exit 1']);
  });

  it('compares landed migrations with the base branch, which the job fetches', () => {
    const check = jobs.get('check') ?? '';
    expect(commands(check)).toContain('npm run check:migrations -- "$BASE"');
    expect(check).toMatch(
      /BASE: \$\{\{ github\.event\.pull_request\.base\.sha \|\| github\.event\.before \}\}/,
    );
    expect(check).toContain('fetch-depth: 0');
  });

  it('runs each shard of a part that it divides', () => {
    const divided = [...jobs.values()].filter((text) => text.includes('--shard='));
    expect(divided.length).toBeGreaterThan(0);
    for (const text of divided) {
      const [, total] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(text) ?? [];
      const [, shards = ''] = /shard: \[([\d, ]+)\]/.exec(text) ?? [];
      expect(shards.split(', ').map(Number)).toEqual(
        Array.from({ length: Number(total) }, (_, index) => index + 1),
      );
    }
  });

  it('ends each job in time, and waits for all of them in the last', () => {
    for (const [name, text] of jobs) expect(text, name).toMatch(/^ {4}timeout-minutes: \d+$/m);
    const [, needed = ''] = /needs: \[(.+)\]/.exec(jobs.get('all') ?? '') ?? [];
    expect(needed.split(', ').sort()).toEqual([...jobs.keys()].filter((name) => name !== 'all').sort());
  });

  it('may read the sources and nothing else, by actions of a major version', () => {
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(workflow).not.toMatch(/: write|secrets\.|pull_request_target/);
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
    const checkouts =
      workflow.match(/actions\/checkout@v\d+\n {8}with:\n {10}persist-credentials: false/g) ?? [];
    expect(checkouts).toHaveLength(uses.filter((action) => action.startsWith('actions/checkout@')).length);
  });
});
