import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

export type Face = 'regular' | 'bold' | 'italic' | 'boldItalic' | 'mono';
/** A part of a text whose letters are in one font; null for letters that none has. */
export type FontRun = { font: string | null; text: string };

type FontFile = { name: string; has(codePoint: number): boolean };

/** The typeface of the pages, then the one for the scripts that it lacks; each file has some letters. */
const FAMILIES = [
  { family: 'be-vietnam-pro', subsets: ['latin', 'latin-ext', 'vietnamese'] },
  {
    family: 'noto-sans',
    subsets: ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari', 'latin-ext'],
  },
] as const;
const FACES: Record<Exclude<Face, 'mono'>, string> = {
  regular: '400-normal',
  bold: '600-normal',
  italic: '400-italic',
  boldItalic: '600-italic',
};
/** A font that every reader of PDF has, with the letters of Western Europe. */
const MONO = 'Courier';
const IN_MONO = /^[\x20-\x7e\xa0-\xff]$/;

/** The fonts of a PDF, each read with the first letter that needs it. */
export class PdfFonts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #files = new Map<string, FontFile>();
  readonly #known = new Map<string, string | null>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Divides a text by the fonts that have its letters; combining marks stay with their letter. */
  runsOf(face: Face, text: string): FontRun[] {
    const runs: FontRun[] = [];
    for (const letter of text.normalize('NFC')) {
      const last = runs.at(-1);
      const font = /^\p{M}|\u200d|\ufe0f/u.test(letter) && last ? last.font : this.#fontOf(face, letter);
      if (last && last.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  }

  #fontOf(face: Face, letter: string): string | null {
    if (face === 'mono' && IN_MONO.test(letter)) return MONO;
    const key = `${face} ${letter}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const codePoint = letter.codePointAt(0) ?? 0;
    let font: string | null = null;
    for (const { family, subsets } of FAMILIES) {
      for (const subset of subsets) {
        if (font !== null) break;
        const file = this.#file(family, subset, FACES[face === 'mono' ? 'regular' : face]);
        if (file.has(codePoint)) font = file.name;
      }
    }
    this.#known.set(key, font);
    return font;
  }

  #file(family: string, subset: string, face: string): FontFile {
    const name = `${family}-${subset}-${face}`;
    const known = this.#files.get(name);
    if (known) return known;
    const bytes = readFileSync(
      fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${name}.woff`)),
    );
    const font = create(bytes);
    this.#doc.registerFont(name, bytes);
    const file = { name, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
    this.#files.set(name, file);
    return file;
  }
}
