declare module 'fontkit' {
  type Glyph = { advanceWidth: number; path: { toSVG(): string } };
  type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { glyphs: Glyph[] };
  };
  /** Reads a font file, also a compressed one (WOFF). */
  export function create(file: Uint8Array): Font;
}
