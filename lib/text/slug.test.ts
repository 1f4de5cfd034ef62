import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemIdFromSlug, itemSlug, slugify } from './slug.ts';

describe('a slug', () => {
  it('is made of small letters, digits and single hyphens, and not too long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 1, max: 80 }),
        (text, max) => {
          const slug = slugify(text, max);
          expect(slug).toMatch(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(slug.length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
  it('is cut at a hyphen', () => expect(slugify('one two three', 9)).toBe('one-two'));
});

describe("an item's address", () => {
  const id = '0198c5f2-7a01-7c3e-9d2b-0123456789ab';
  it('carries its title to read', () => {
    expect(itemSlug(id, 'Minutes of May')).toBe(`${id}-minutes-of-may`);
    expect(itemSlug(id, '議事録')).toBe(id);
  });
  it('leads back to its id, whatever title follows', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), fc.string({ unit: 'grapheme' }), (uuid, title) => {
        expect(itemIdFromSlug(itemSlug(uuid, title))).toBe(uuid);
      }),
    );
  });
});
