import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import addMessages from './message-loader.mjs';

let root = '';
/** @type {string[]} */
const dependencies = [];

/** @param {string} path @param {string} source */
const load = (path, source) =>
  addMessages.call(
    {
      resourcePath: join(root, path),
      getOptions: () => ({ root, messages: join(root, 'messages.json') }),
      addDependency: (on) => dependencies.push(on),
    },
    source,
  );

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'messages-'));
  writeFileSync(
    join(root, 'messages.json'),
    JSON.stringify({ 'components/Row.tsx': { 'row.open': 'Open “{name}”' } }),
  );
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the loader of messages', () => {
  it('adds to a module its messages, after its lines', () => {
    const source = 'export const Row = 1;\n// the end';
    const made = load('components/Row.tsx', source);
    expect(made.startsWith(`${source}\n`)).toBe(true);
    expect(made).toContain('addOwnMessages({"row.open":"Open “{name}”"});');
    expect(made).toContain("from '#locales/loaded-catalog.ts'");
  });

  it('leaves a module without messages as it is', () => {
    expect(load('components/Other.tsx', 'export {};')).toBe('export {};');
  });

  it('has modules compiled again when a message changes', () => {
    expect(new Set(dependencies)).toEqual(new Set([join(root, 'messages.json')]));
  });
});
