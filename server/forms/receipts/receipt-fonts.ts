import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A font of the page: its files together cover all its letters, each with its own. */
export type FontFile = { name: string; bytes: Buffer; has(codePoint: number): boolean };
export type Fonts = { regular: FontFile[]; bold: FontFile[] };

/** Be Vietnam Pro, as the pages have it: Latin, Latin with rarer marks, Vietnamese. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'];
const WEIGHTS = { regular: 400, bold: 600 } as const;

async function fontFile(subset: string, weight: number): Promise<FontFile> {
  const name = `be-vietnam-pro-${subset}-${weight}-normal`;
  const path = fileURLToPath(import.meta.resolve(`@fontsource/be-vietnam-pro/files/${name}.woff`));
  const [bytes, { create }] = await Promise.all([readFile(path), import('fontkit')]);
  const font = create(bytes);
  return { name, bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

const filesOf = (weight: number) => Promise.all(SUBSETS.map((subset) => fontFile(subset, weight)));

let loaded: Promise<Fonts> | null = null;

/** The fonts of receipts, loaded with the first one. */
export function receiptFonts(): Promise<Fonts> {
  loaded ??= Promise.all([filesOf(WEIGHTS.regular), filesOf(WEIGHTS.bold)]).then(([regular, bold]) => ({
    regular,
    bold,
  }));
  return loaded;
}

/** A part of a text whose letters are in one file; without a file, letters that none has. */
type FontRun = { font: FontFile | null; text: string };

/** Divides a text by the files that have its letters; combining marks stay with their letter. */
export function fontRunsOf(files: readonly FontFile[], text: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of text.normalize('NFC')) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const font =
      last?.font?.has(codePoint) === true ? last.font : (files.find((file) => file.has(codePoint)) ?? null);
    if (last && last.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}
