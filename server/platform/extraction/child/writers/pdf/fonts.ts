import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { slicedFonts } from './sliced-fonts.ts';
import { unpackWoff } from './unpack-woff.ts';

export type Face = 'regular' | 'bold' | 'italic' | 'boldItalic' | 'mono';
/** A part of a text whose letters are in one font; null for letters that none has. `isThin`: has no bold letters of its own. */
export type FontRun = { font: string | null; text: string; isThin: boolean };

type FontFile = { name: string; has(codePoint: number): boolean; isThin: boolean };

type Family = {
  family: string;
  subsets: readonly string[];
  lacks?: 'italic' | 'bold';
  /** The script of its letters: for others its file is not read. */
  script?: RegExp;
};

/** A family of Noto that has one script. */
const scriptFamily = (subset: string, script: RegExp): Family => ({
  family: `noto-sans-${subset}`,
  subsets: [subset],
  lacks: 'italic',
  script,
});

/** The typeface of the pages, then those for the scripts that it lacks; each file has some letters. */
const FAMILIES: readonly Family[] = [
  { family: 'be-vietnam-pro', subsets: ['latin', 'latin-ext', 'vietnamese'] },
  {
    family: 'noto-sans',
    subsets: ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari', 'latin-ext'],
  },
  { family: 'noto-sans-hebrew', subsets: ['hebrew'], lacks: 'italic' },
  { family: 'noto-sans-arabic', subsets: ['arabic'], lacks: 'italic' },
  { family: 'noto-sans-thai', subsets: ['thai'], lacks: 'italic' },
  scriptFamily('armenian', /\p{Script=Armenian}/u),
  scriptFamily('bengali', /\p{Script=Bengali}/u),
  scriptFamily('ethiopic', /\p{Script=Ethiopic}/u),
  scriptFamily('georgian', /\p{Script=Georgian}/u),
  scriptFamily('gujarati', /\p{Script=Gujarati}/u),
  // Of Noto, fontkit places no marks of this script.
  { ...scriptFamily('gurmukhi', /\p{Script=Gurmukhi}/u), family: 'mukta-mahee' },
  scriptFamily('kannada', /\p{Script=Kannada}/u),
  scriptFamily('khmer', /\p{Script=Khmer}/u),
  scriptFamily('lao', /\p{Script=Lao}/u),
  scriptFamily('malayalam', /\p{Script=Malayalam}/u),
  scriptFamily('myanmar', /\p{Script=Myanmar}/u),
  scriptFamily('oriya', /\p{Script=Oriya}/u),
  scriptFamily('sinhala', /\p{Script=Sinhala}/u),
  scriptFamily('tamil', /\p{Script=Tamil}/u),
  scriptFamily('telugu', /\p{Script=Telugu}/u),
  { family: 'noto-sans-symbols-2', subsets: ['symbols', 'math'], lacks: 'bold' },
];
const FACES: Record<Exclude<Face, 'mono'>, string> = {
  regular: '400-normal',
  bold: '600-normal',
  italic: '400-italic',
  boldItalic: '600-italic',
};
/** A font that every reader of PDF has, with the letters of Western Europe. */
const MONO = 'Courier';
const IN_MONO = /^[\x20-\x7e\xa0-\xff]$/;
/** Signs that belong to the letter before them. */
const JOINS_BEFORE = /^\p{M}|\u200c|\u200d|\p{Emoji_Modifier}/u;
const ZERO_WIDTH_JOINER = '\u200d';

/** The fonts of a PDF, each read with the first letter that needs it. */
export class PdfFonts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #files = new Map<string, FontFile>();
  readonly #known = new Map<string, FontFile | null>();
  readonly #sliced: FontFile[] = [];

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Reads what a text needs of the fonts that are too large to be read whole; comes before its runs. */
  async prepare(text: string): Promise<void> {
    const letters = new Set<string>();
    for (const letter of new Set(text.normalize('NFC')))
      if (/[^\s\p{Cc}\p{Cf}\p{M}]/u.test(letter) && this.#fontOf('regular', letter) === null)
        letters.add(letter);
    if (letters.size === 0) return;
    for (const { name, bytes } of await slicedFonts(text, letters))
      this.#sliced.push(this.#register(name, bytes, true));
    this.#known.clear();
  }

  /** Divides a text by the fonts that have its letters; combining marks stay with their letter. */
  runsOf(face: Face, text: string): FontRun[] {
    const runs: FontRun[] = [];
    let before = '';
    for (const letter of text.normalize('NFC')) {
      const last = runs.at(-1);
      const joins = last && (JOINS_BEFORE.test(letter) || before === ZERO_WIDTH_JOINER);
      const file = joins ? null : this.#fontOf(face, letter);
      before = letter;
      if (last && (joins || last.font === (file?.name ?? null))) last.text += letter;
      else runs.push({ font: file?.name ?? null, text: letter, isThin: file?.isThin ?? false });
    }
    return runs;
  }

  #fontOf(face: Face, letter: string): FontFile | null {
    if (face === 'mono' && IN_MONO.test(letter)) return COURIER;
    const key = `${face} ${letter}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const codePoint = letter.codePointAt(0) ?? 0;
    const font = this.#fileWith(codePoint, FACES[face === 'mono' ? 'regular' : face]);
    this.#known.set(key, font);
    return font;
  }

  #fileWith(codePoint: number, face: string): FontFile | null {
    const letter = String.fromCodePoint(codePoint);
    for (const { family, subsets, lacks, script } of FAMILIES)
      for (const subset of script && !script.test(letter) ? [] : subsets) {
        const file = this.#file(family, subset, faceOf(face, lacks), lacks === 'bold');
        if (file.has(codePoint)) return file;
      }
    return this.#sliced.find((file) => file.has(codePoint)) ?? null;
  }

  #file(family: string, subset: string, face: string, isThin: boolean): FontFile {
    const name = `${family}-${subset}-${face}`;
    const known = this.#files.get(name);
    if (known) return known;
    const path = fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${name}.woff`));
    const file = this.#register(name, unpackWoff(readFileSync(path)), isThin);
    this.#files.set(name, file);
    return file;
  }

  #register(name: string, bytes: Buffer, isThin: boolean): FontFile {
    const font = create(bytes);
    this.#doc.registerFont(name, bytes);
    return { name, isThin, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  }
}

const COURIER: FontFile = { name: MONO, has: () => true, isThin: false };

/** The face that a family has instead: most scripts have no italics, some signs one weight. */
function faceOf(face: string, lacks: 'italic' | 'bold' | undefined): string {
  if (lacks === 'bold') return FACES.regular;
  return lacks === 'italic' ? face.replace('italic', 'normal') : face;
}
