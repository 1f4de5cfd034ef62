declare module 'mathjax' {
  /** An element of the document that MathJax makes without a browser; a text is of kind `#text`. */
  export type LiteNode = {
    kind: string;
    value?: string;
    attributes?: Readonly<Record<string, unknown>>;
    children?: readonly LiteNode[];
  };
  export interface TexInput {}
  export interface SvgOutput {
    /** `mtextFont`: the font of all texts in a formula; theirs where it is empty. */
    options: { mtextFont: string };
    /** How wide a text is that its own typefaces lack, with its height and depth, in ems. */
    measureTextNode(text: LiteNode): { w: number; h: number; d: number };
  }
  export interface MathDocument {
    convert(
      latex: string,
      options: { display: boolean; em: number; ex: number; containerWidth: number },
    ): LiteNode;
  }
  export interface MathJax {
    startup: { document: { outputJax: SvgOutput }; adaptor: { textContent(node: LiteNode): string } };
    _: {
      mathjax: {
        mathjax: {
          document(html: string, parts: { InputJax: TexInput; OutputJax: SvgOutput }): MathDocument;
        };
      };
      input: { tex_ts: { TeX: new (options: TexOptions) => TexInput } };
    };
  }
  export type TexOptions = {
    packages: readonly string[];
    maxMacros: number;
    macros: Readonly<Record<string, string | [replacement: string, parameters: number]>>;
  };
  const loader: {
    init(options: {
      loader: { load: readonly string[] };
      tex: TexOptions;
      svg: { fontCache: 'none' };
      startup: { typeset: false };
    }): Promise<MathJax>;
  };
  export default loader;
}
