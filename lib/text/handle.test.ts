import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HANDLE } from './constants.ts';
import {
  handleCandidates,
  handleProblem,
  spaceSlugProblem,
  suggestHandle,
  suggestSpaceSlug,
} from './handle.ts';

describe('a handle', () => {
  it.each(['acme', 'Acme_2-b', DEFAULT_HANDLE, 'settings', 'a'.repeat(63)])('may be %s', (handle) => {
    expect(handleProblem(handle)).toBeNull();
  });
  it.each([
    'auth',
    'API',
    '_next',
    'ws',
    'f',
    's',
    'Search',
    'invite',
    'join-hub',
    'healthz',
    'public',
    'mcp',
  ])('may not be %s, which the app needs itself', (handle) =>
    expect(handleProblem(handle)).toMatch(/kept for Hubkeep itself/),
  );
  it.each(['', 'a b', 'añb', '../x', 'a/b', 'a.b', 'a'.repeat(64)])('may not be %j', (handle) => {
    expect(handleProblem(handle)).not.toBeNull();
  });
});

describe("a space's slug", () => {
  it('may be general, and not settings or members', () => {
    expect(spaceSlugProblem(DEFAULT_HANDLE)).toBeNull();
    expect(spaceSlugProblem('Settings')).toMatch(/kept for Hubkeep itself/);
    expect(spaceSlugProblem('members')).toMatch(/kept for Hubkeep itself/);
  });
});

describe('a suggestion', () => {
  it.each([
    ['Acme Ltd.', 'acme-ltd'],
    ['Café Zürich', 'cafe-zurich'],
    ['Müller & Söhne', 'muller-and-sohne'],
    ['Привет мир', 'privet-mir'],
    ['Ελλάδα', 'ellada'],
    ['株式会社', 'hub'],
    ['🚀', 'hub'],
    ['', 'hub'],
    ['Search', 'search-hub'],
    ["Ada's hub", 'adas-hub'],
  ])('for %j is %s', (name, handle) => expect(suggestHandle(name)).toBe(handle));

  it('may always be taken, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        expect(handleProblem(suggestHandle(name))).toBeNull();
        expect(spaceSlugProblem(suggestSpaceSlug(name))).toBeNull();
      }),
    );
  });

  it('gets a number where it is taken, and stays valid', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (name) => {
        const candidates = handleCandidates(suggestHandle(name));
        const first = Array.from({ length: 20 }, () => candidates.next().value);
        expect(new Set(first).size).toBe(20);
        for (const candidate of first) expect(handleProblem(candidate ?? '')).toBeNull();
      }),
    );
  });

  it('counts on from a number that is there', () => {
    const candidates = handleCandidates('acme-2');
    expect([candidates.next().value, candidates.next().value]).toEqual(['acme-2', 'acme-3']);
  });
});
