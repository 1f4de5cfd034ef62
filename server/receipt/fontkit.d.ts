declare module 'fontkit' {
  /** Reads a font file, also a compressed one (WOFF). */
  export function create(file: Uint8Array): { hasGlyphForCodePoint(codePoint: number): boolean };
}
