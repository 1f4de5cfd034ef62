import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameRefusal, storableName, titleOfFile } from './file-name.ts';

describe('the title of an uploaded file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['a/b\\c.txt', 'a/b\\c.txt'],
    ['Minutes 3/4.txt', 'Minutes 3/4.txt'],
    ['/absolute/path.txt', '/absolute/path.txt'],
    ['C:\\drive.txt', 'C:\\drive.txt'],
    ['a/../b.txt', 'a/../b.txt'],
    ['../../b.txt', '../../b.txt'],
    ['file:///a/b.txt', 'file:///a/b.txt'],
    ['folder/inside/b.txt', 'folder/inside/b.txt'],
    ['..', '..'],
    [' /a b/ ', '/a b/'],
    ['', 'Untitled'],
    [' \t ', 'Untitled'],
    [`${'x'.repeat(251)}.txt`, `${'x'.repeat(251)}.txt`],
    ['half \ud83d pair.txt', 'half \ufffd pair.txt'],
  ])('of %j is %j', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });

  it.each([
    `${'x'.repeat(252)}.txt`,
    `${'𝒳'.repeat(300)}.txt`,
    'tab\tin it.txt',
    'line\nin it.txt',
    'nul\u0000byte.txt',
    'next line\u0085.txt',
    'paragraph\u2029.txt',
  ])('of %j is none: it would not be the whole name', (name) => {
    expect(() => titleOfFile(name)).toThrow('Rename the file, and choose it again.');
    expect(nameRefusal(name)).toMatchObject({ status: 422, code: 'invalid_file_name' });
  });

  it('is the whole name, one line and storable, or the name is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const stored = storableName(name);
        expect(stored.length).toBeGreaterThan(0);
        expect([...stored].length).toBeLessThanOrEqual(255);
        expect(stored.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
        expect(stored).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029]/u);
        expect(titleOfFile(stored)).toBe(stored);
        if (nameRefusal(name) === null)
          expect(titleOfFile(name)).toBe(name.toWellFormed().trim() || 'Untitled');
      }),
    );
  });
});

describe('the storable part of any name', () => {
  it.each([
    [`${'x'.repeat(400)}.tar.gz`, `${'x'.repeat(252)}.gz`],
    [`x.${'y'.repeat(400)}`, `x.${'y'.repeat(253)}`],
    ['tab\tand\u0085control.txt', 'tabandcontrol.txt'],
  ])('of %j is %j', (name, expected) => {
    expect(storableName(name)).toBe(expected);
  });
});
