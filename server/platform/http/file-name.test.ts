import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleOfFile } from './file-name.ts';

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
    [`${'x'.repeat(400)}.tar.gz`, `${'x'.repeat(252)}.gz`],
    [`x.${'y'.repeat(400)}`, `x.${'y'.repeat(253)}`],
    ['half \ud83d pair.txt', 'half \ufffd pair.txt'],
  ])('of %j is %j', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });

  it('is always storable and one line, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const title = titleOfFile(name);
        expect(title.length).toBeGreaterThan(0);
        expect([...title].length).toBeLessThanOrEqual(255);
        expect(title.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
        expect(title).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029]/u);
        expect(titleOfFile(title)).toBe(title);
      }),
    );
  });
});
