declare module 'subset-font' {
  /** A font with the glyphs of `text` alone; `variationAxes` makes a font with axes one with fixed values. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>;
}
