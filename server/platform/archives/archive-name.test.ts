import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FolderNames, safeName } from './archive-name.ts';

describe('a name in an archive', () => {
  it('leads nowhere else, whatever was wanted', () => {
    for (const [wanted, name] of [
      ['../../etc/passwd', '.._.._etc_passwd'],
      ['..', 'Untitled'],
      ['.', 'Untitled'],
      ['', 'Untitled'],
      ['   ', 'Untitled'],
      ['C:\\Windows\\system.ini', 'C__Windows_system.ini'],
      ['nul', '_nul'],
      ['NUL.txt', '_NUL.txt'],
      ['com1', '_com1'],
      ['console', 'console'],
      ['Report.', 'Report'],
      ['Report. . ', 'Report'],
      ['a\u0000b\nc', 'a_b_c'],
      ['gpj\u202Eexe.txt', 'gpj_exe.txt'],
      ['.env', '.env'],
    ] as const) {
      expect(safeName(wanted), wanted).toBe(name);
    }
  });

  it('is one part of a path that every system takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (wanted) => {
        const name = safeName(wanted);
        expect(name).not.toBe('');
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
        expect(name).not.toMatch(/^\.{1,2}$/);
        expect(name).not.toMatch(/[. ]$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(121);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });

  it('keeps its extension when it is cut', () => {
    expect(safeName(`${'a'.repeat(300)}.docx`)).toMatch(/^a{115}\.docx$/);
    expect(safeName(`${'🌬️'.repeat(300)}.md`)).toMatch(/^(?:🌬️)+\.md$/u);
  });

  it('is unique in a folder, ignoring case', () => {
    const names = new FolderNames();
    expect(
      ['Plan.md', 'plan.md', 'PLAN.md', 'plan (2).md', 'Straße', 'STRASSE'].map((one) => names.take(one)),
    ).toEqual(['Plan.md', 'plan (2).md', 'PLAN (3).md', 'plan (2) (2).md', 'Straße', 'STRASSE']);
  });

  it('is found quickly, however many entries have the same name', () => {
    const names = new FolderNames();
    names.take('Untitled (3).md');
    const taken = Array.from({ length: 50_000 }, () => names.take('Untitled.md'));
    expect(taken.slice(0, 3)).toEqual(['Untitled.md', 'Untitled (2).md', 'Untitled (4).md']);
    expect(taken.at(-1)).toBe('Untitled (50001).md');
    expect(new Set(taken).size).toBe(50_000);
  });
});
