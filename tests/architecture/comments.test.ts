import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { files, type Source } from './sources.ts';

/** Phrases that comments do not use, and what they use instead (`docs/glossary.md`). */
const RETIRED: { pattern: RegExp; use: string }[] = [
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bfor (?:good|ever)\b/i, use: 'permanently' },
  { pattern: /\b(?:hears?|heard)\b/i, use: 'receives, is notified' },
  { pattern: /\btold of\b|\btells? of\b/i, use: 'notified of, reported; shows, mentions' },
  { pattern: /\b(?:is|are) told\b/i, use: 'is notified, is shown, learns' },
  { pattern: /\bthings?\b/i, use: 'resource, item, form or space' },
  { pattern: /\bby and by\b/i, use: 'in batches, in the background' },
  { pattern: /\b(?:go|goes|going|gone|went) on\b/i, use: 'continues, resumes' },
  { pattern: /\bgone\b/i, use: 'deleted, closed, no longer there' },
  { pattern: /\bforgets?\b/i, use: 'clears, deletes, evicts' },
  { pattern: /\bwhoever\b/i, use: 'anybody who, the reader, regardless of who' },
  { pattern: /\basked for it by\b/i, use: 'requested by' },
];
const FOLDERS = [
  'server',
  'lib',
  'components',
  'context',
  'services',
  'scripts',
  'pages',
  'styles',
  'tests',
  'locales',
];
/** A landed migration is never edited, its comments neither. */
const LANDED = /^server\/platform\/database\/migrations\//;
/** Written by a program, whose own text says it. */
const GENERATED = ['styles/antd-address.ts'];

/** The retired phrases in a file's comments, each with what to use instead. */
function retiredIn({ path, text }: Source): string[] {
  return parseSync(path, text).comments.flatMap(({ value }) => {
    // A retired phrase that is quoted is named, not used.
    const own = value.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, '').replace(/\s*\n\s*\*?\s*/g, ' ');
    return RETIRED.flatMap(({ pattern, use }) => {
      const [found] = pattern.exec(own) ?? [];
      return found === undefined ? [] : [`${path}: “${found}” (instead: ${use})`];
    });
  });
}

describe('comments', () => {
  it('use no retired phrases', () => {
    const checked = files(/\.(?:tsx?|mjs)$/, FOLDERS).filter(
      ({ path }) => !LANDED.test(path) && !GENERATED.includes(path),
    );
    expect(checked.length).toBeGreaterThan(1500);
    expect(checked.flatMap(retiredIn)).toEqual([]);
  });

  it.each([
    ['// It is built anew.', 1],
    ['/** Deleted for\n * good. */', 1],
    ['/** Somebody was told of it, and hears it. */', 2],
    ['// Whoever asks, it is gone.', 2],
    ['/** The glossary says “anew”. */', 0],
    ["const text = 'anew';", 0],
  ])('are read: %j has %i of them', (text, count) => {
    expect(retiredIn({ path: 'some.ts', text })).toHaveLength(count);
  });
});
