/** What a text style means: tags of HTML. */
type TextStyle = { bold?: boolean; italic?: boolean; struck?: boolean };

/** Styles that every OpenDocument program has by these names, whatever they look like. */
const TEXT_TAGS: Readonly<Record<string, string>> = {
  Strong_20_Emphasis: 'strong',
  Emphasis: 'em',
  Source_20_Text: 'code',
};
const PARAGRAPH_TAGS: Readonly<Record<string, string>> = {
  Title: 'h1',
  Subtitle: 'h2',
  Quotations: 'blockquote',
  Preformatted_20_Text: 'pre',
};
/** How many styles lie above one at most. */
const PARENTS_MAX = 20;

/** The styles of an OpenDocument text, of its `styles.xml` and of the text itself. */
export class OdtStyles {
  readonly #text = new Map<string, TextStyle>();
  readonly #parents = new Map<string, string>();
  readonly #numbered = new Map<string, Set<string>>();
  #style: string | null = null;
  #list: string | null = null;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'style:style') {
      this.#style = attributes['style:name'] ?? null;
      if (this.#style) this.#parents.set(this.#style, attributes['style:parent-style-name'] ?? '');
    }
    if (name === 'text:list-style') {
      this.#list = attributes['style:name'] ?? null;
      if (this.#list) this.#numbered.set(this.#list, new Set());
    }
    const hasNumbers = name === 'text:list-level-style-number' && attributes['style:num-format'] !== '';
    if (hasNumbers && this.#list) this.#numbered.get(this.#list)?.add(attributes['text:level'] ?? '');
    if (name === 'style:text-properties' && this.#style) this.#text.set(this.#style, textStyle(attributes));
  }

  close(name: string): void {
    if (name === 'style:style') this.#style = null;
    if (name === 'text:list-style') this.#list = null;
  }

  /** Whether the items of a list have numbers at a level, from 1. */
  isNumbered(list: string, level: number): boolean {
    return this.#numbered.get(list)?.has(String(level)) ?? false;
  }

  /** The tags around a text of a style, from the outer to the inner one. */
  textTags(name: string): string[] {
    const tags = new Set<string>();
    const found: TextStyle = {};
    for (const one of this.#withParents(name).toReversed()) {
      const tag = Object.hasOwn(TEXT_TAGS, one) ? TEXT_TAGS[one] : undefined;
      if (tag) tags.add(tag);
      Object.assign(found, this.#text.get(one));
    }
    if (found.bold) tags.add('strong');
    if (found.italic) tags.add('em');
    if (found.struck) tags.add('s');
    return [...tags];
  }

  /** The tag of a paragraph of a style; `p` where that means nothing. */
  paragraphTag(name: string): string {
    const known = this.#withParents(name).find((one) => Object.hasOwn(PARAGRAPH_TAGS, one));
    return PARAGRAPH_TAGS[known ?? ''] ?? 'p';
  }

  #withParents(name: string): string[] {
    const all: string[] = [];
    for (let one = name; one && all.length < PARENTS_MAX; one = this.#parents.get(one) ?? '') all.push(one);
    return all;
  }
}

/** Only what a style sets: the rest is as in the one above it. */
function textStyle(attributes: Record<string, string>): TextStyle {
  const weight = attributes['fo:font-weight'];
  const slant = attributes['fo:font-style'];
  const line = attributes['style:text-line-through-style'];
  return {
    ...(weight ? { bold: weight === 'bold' || Number(weight) >= 600 } : {}),
    ...(slant ? { italic: slant !== 'normal' } : {}),
    ...(line ? { struck: line !== 'none' } : {}),
  };
}
