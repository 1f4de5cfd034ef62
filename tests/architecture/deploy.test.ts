import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '#server/platform/config/config.ts';
import { ROOT } from './sources.ts';

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

const service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  volumes: z.array(z.string()).default([]),
});
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read('deploy', 'compose.yaml'), { merge: true }));

const example = new Map(
  read('deploy', '.env.example')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value ?? ''] as const] : [];
    }),
);
const filled = (text: string): string =>
  text.replace(/\$\{(\w+)(?::-[^}]*)?\}/g, (_all, name: string) => example.get(name) ?? `no ${name}`);

const processes = Object.entries(compose.services).filter(([, { image }]) => image === 'hubkeep');

describe('deploy/compose.yaml', () => {
  it('starts two processes that serve and one that works, with a configuration that they accept', () => {
    const roles = processes.map(([, { environment }]) => {
      const env = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)]));
      const config = readConfig(env);
      expect(config.databaseUrl).toContain('@database/');
      expect(config.storage?.endpoint).toBe('http://store:8333');
      return [...config.roles].join();
    });
    expect(roles.toSorted()).toEqual(['web', 'web', 'worker']);
  });

  it('sets only variables that Hubkeep has, from those of .env.example', () => {
    const known = new Set(
      [...read('README.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
      ),
    );
    for (const [, { environment }] of processes)
      for (const name of Object.keys(environment)) expect(known, name).toContain(name);
    const used = [...read('deploy', 'compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual([...example.keys()].sort());
  });

  it('names only services and volumes that exist', () => {
    for (const { depends_on = [], volumes } of Object.values(compose.services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const name of needed) expect(Object.keys(compose.services)).toContain(name);
      const named = volumes.map((one) => one.split(':')[0] ?? '').filter((one) => !one.startsWith('.'));
      for (const name of named) expect(Object.keys(compose.volumes)).toContain(name);
    }
    const upstreams = [...read('deploy', 'Caddyfile').matchAll(/([a-z0-9-]+):3000/g)].map(([, name]) => name);
    expect(upstreams.sort()).toEqual(
      processes.flatMap(([name, { environment }]) => (environment.ROLE === 'web' ? [name] : [])).sort(),
    );
  });
});
