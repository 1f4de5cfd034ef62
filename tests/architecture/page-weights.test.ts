import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { currentPages } from '../../scripts/ensure-built.mjs';

/**
 * What each page names of JavaScript, compressed, in bytes: without the layout, which is the same for all that are signed in
 * (docs/decisions/0114-what-an-item-page-loads.md).
 */
const LIMITS = {
  '/[handle]/[space]/[item]': 218_500,
  '/auth/signin': 180_000,
  '/f/[slug]': 160_000,
};

/** The pages that were built of older sources say nothing. */
const folder = currentPages();

describe.skipIf(folder === null)('the weight of a page', () => {
  it.each(Object.entries(LIMITS))('of %s is at most %i bytes', (page, limit) => {
    const manifest: { pages: Record<string, string[]> } = JSON.parse(
      readFileSync(join(folder ?? '', 'build-manifest.json'), 'utf8'),
    );
    const files = new Set([...(manifest.pages['/_app'] ?? []), ...(manifest.pages[page] ?? [])]);
    const scripts = [...files].filter((name) => name.endsWith('.js'));
    const weight = (name: string) => gzipSync(readFileSync(join(folder ?? '', name))).length;
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, name) => sum + weight(name), 0)).toBeLessThan(limit);
  });
});
