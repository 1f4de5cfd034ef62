import type MarkdownIt from 'markdown-it';
import { type PictureLayout, readCaption, readPictureAlign, readPictureWidth } from './picture-layout.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];

const OPEN = /^<span data-picture(?: data-width="(\d{2,3})")?(?: data-align="(left|center|right)")?>(?=!\[)/;
const CLOSE = '</span>';
/** Characters between the tags, so that a hostile text takes linear time. */
const LENGTH_MAX = 10_000;

/** The text of a caption, all of whose signs stand for themselves. */
const captionText = (caption: string): string =>
  caption
    .replace(/[\\`*_[\]~$]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/&(?=#?\w{1,40};)/g, '\\&')
    .replaceAll('<', '&lt;');

/**
 * A picture's Markdown with how it stands in the text; as it was where that is nothing.
 * @param picture `![alt](address "title")`, where `<` stands only around the address
 */
export function pictureMarkdown(picture: string, layout: PictureLayout | null): string {
  if (!layout) return picture;
  const width = layout.width === null ? '' : ` data-width="${layout.width}"`;
  const align = layout.align === null ? '' : ` data-align="${layout.align}"`;
  const caption = layout.caption === null ? '' : `<br>${captionText(layout.caption)}`;
  const content = picture + caption;
  return content.length < LENGTH_MAX ? `<span data-picture${width}${align}>${content}${CLOSE}` : picture;
}

/** What follows a picture as its caption; null where that is more than a line of text. */
function captionOf(tokens: readonly Token[]): string | null {
  const [lineBreak, ...rest] = tokens;
  if (!lineBreak) return '';
  const isText = rest.every(({ type }) => type === 'text' || type === 'text_special');
  return lineBreak.type === 'hardbreak' && isText ? rest.map(({ content }) => content).join('') : null;
}

/** Of a token of a picture; null for a plain one. */
export function pictureLayoutOf(token: Pick<Token, 'meta'> | undefined): PictureLayout | null {
  const layout: unknown = token?.meta?.layout;
  return isLayout(layout) ? layout : null;
}

const isLayout = (input: unknown): input is PictureLayout =>
  typeof input === 'object' && input !== null && 'caption' in input;

/**
 * Pictures with a width, an alignment or a caption: `<span data-picture data-width="50" data-align="center">![alt](address)<br>
 * caption</span>` on one line. What else shows Markdown shows the picture with its caption below.
 */
export function picturesMarkdown(markdown: Parser): void {
  markdown.inline.ruler.before('autolink', 'picture', (state, silent) => {
    if (state.src[state.pos] !== '<') return false;
    const [open, width, align] = OPEN.exec(state.src.slice(state.pos, state.pos + 80)) ?? [];
    if (open === undefined) return false;
    const start = state.pos + open.length;
    const length = state.src.slice(start, Math.min(start + LENGTH_MAX, state.posMax)).indexOf(CLOSE);
    const content = state.src.slice(start, start + length);
    if (length < 0 || content.includes('<span')) return false;
    const tokens: Token[] = [];
    state.md.inline.parse(content, state.md, state.env, tokens);
    const [picture, ...rest] = tokens;
    const caption = captionOf(rest);
    if (picture?.type !== 'image' || caption === null) return false;
    if (!silent) {
      const token = state.push('image', 'img', 0);
      const { attrs, children, content: alt } = picture;
      const layout: PictureLayout = {
        width: readPictureWidth(width),
        align: readPictureAlign(align),
        caption: readCaption(caption),
      };
      Object.assign(token, { attrs, children, content: alt, meta: { layout } });
    }
    state.pos = start + length + CLOSE.length;
    return true;
  });

  const plain = markdown.renderer.rules.image;
  markdown.renderer.rules.image = (tokens, at, options, env, self) => {
    const html = plain?.(tokens, at, options, env, self) ?? '';
    const layout = pictureLayoutOf(tokens[at]);
    if (!layout) return html;
    const width = layout.width === null ? '' : ` data-width="${layout.width}"`;
    const align = layout.align === null ? '' : ` data-align="${layout.align}"`;
    const { escapeHtml } = markdown.utils;
    const caption =
      layout.caption === null ? '' : `<span data-caption="">${escapeHtml(layout.caption)}</span>`;
    return `<span data-picture=""${width}${align}>${html}${caption}</span>`;
  };
}
