import type MarkdownIt from 'markdown-it';
import { CALLOUT_KINDS } from './callout-kinds.ts';
import { columnsMarkdown } from './columns-markdown.ts';
import { dateMarkdown } from './date-markdown.ts';
import { directionAttribute, directionMarkdown } from './direction-markdown.ts';
import { EMBED_MARKER, embedTarget, ITEM_MARKER } from './embed-address.ts';
import { picturesMarkdown } from './picture-markdown.ts';
import { tableMarkdown } from './table-markdown.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];

const CALLOUT = new RegExp(`^\\[!(${CALLOUT_KINDS.join('|')})\\]$`, 'i');
const MENTION = /^@\[([^[\]\n\\]{1,200})\]\(user:([\w-]{1,64})\)/;
const LINE_BREAK = /^<br *\/?>/i;
const DETAILS = /^<details(?: open(?:="")?)?>$/;
const SUMMARY = /^<summary>(.*)<\/summary>$/;

/** How far the end of a toggle is looked for, and how often in vain, so that a hostile text takes linear time. */
const TOGGLE_LINES_MAX = 5_000;
const FAILED_SEARCHES_MAX = 10;

const failedSearches = new WeakMap<object, number>();

/**
 * What documents have beyond CommonMark and GFM's tables and struck text: callouts (`> [!NOTE]`), toggles
 * (`<details>` with a `<summary>`, each tag on a line of its own), line breaks in cells (`<br>`), mentions
 * (`@[name](user:id)`), dates (`@[day](date:day)`), tables with merged cells, columns, pictures with a layout, embeds (a paragraph that is one
 * link with the title `embed`), and links that have the title of what they lead to (`[item](address "item")`).
 */
export function documentMarkdown(markdown: Parser): void {
  markdown.inline.ruler.before('link', 'mention', (state, silent) => {
    if (state.src[state.pos] !== '@') return false;
    const found = MENTION.exec(state.src.slice(state.pos, state.pos + 300));
    if (!found) return false;
    if (!silent) {
      const token = state.push('mention', '', 0);
      token.content = found[1] ?? '';
      token.attrSet('id', found[2] ?? '');
    }
    state.pos += found[0].length;
    return true;
  });

  markdown.inline.ruler.before('autolink', 'line_break', (state, silent) => {
    if (state.src[state.pos] !== '<') return false;
    const found = LINE_BREAK.exec(state.src.slice(state.pos, state.pos + 20));
    if (!found) return false;
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += found[0].length;
    return true;
  });

  dateMarkdown(markdown);
  tableMarkdown(markdown);
  columnsMarkdown(markdown);
  picturesMarkdown(markdown);
  markdown.block.ruler.before('html_block', 'toggle', toggleRule(markdown), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });

  markdown.core.ruler.after('inline', 'callouts', ({ tokens }) => markCallouts(tokens));
  markdown.core.ruler.after('callouts', 'embeds', (state) => {
    state.tokens = withEmbeds(state.tokens);
    for (const { children } of state.tokens) if (children) nameItems(children);
  });

  directionMarkdown(markdown);

  // A link by itself; who reads a document sees what it leads to in its place (`DocumentHtml`).
  markdown.renderer.rules.embed = (tokens, at) => {
    const address = markdown.utils.escapeHtml(String(tokens[at]?.attrGet('address')));
    return `<p data-embed="${address}"><a href="${address}">${EMBED_MARKER}</a></p>\n`;
  };

  markdown.renderer.rules.item_link = (tokens, at) => {
    const address = markdown.utils.escapeHtml(String(tokens[at]?.attrGet('address')));
    return `<a data-item="${address}" href="${address}">${ITEM_MARKER}</a>`;
  };

  markdown.renderer.rules.callout_open = (tokens, at) =>
    `<aside data-callout="${markdown.utils.escapeHtml(String(tokens[at]?.attrGet('kind')))}"${directionAttribute(tokens[at])}>\n`;
  markdown.renderer.rules.callout_close = () => '</aside>\n';
  markdown.renderer.rules.mention = (tokens, at) => {
    const { content = '', meta } = tokens[at] ?? {};
    const { escapeHtml } = markdown.utils;
    return `<span data-mention="${escapeHtml(String(meta?.id ?? ''))}">@${escapeHtml(content)}</span>`;
  };
}

type BlockRule = Parameters<Parser['block']['ruler']['before']>[2];

function toggleRule(markdown: Parser): BlockRule {
  return (state, startLine, endLine, silent) => {
    const lineAt = (line: number) =>
      state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
    if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !DETAILS.test(lineAt(startLine)))
      return false;
    let summaryLine = startLine + 1;
    while (summaryLine < endLine && lineAt(summaryLine) === '') summaryLine += 1;
    const summary = SUMMARY.exec(lineAt(summaryLine))?.[1];
    if (summary === undefined) return false;
    const failures = failedSearches.get(state.env) ?? 0;
    if (failures > FAILED_SEARCHES_MAX) return false;
    const lastLine = Math.min(endLine, startLine + TOGGLE_LINES_MAX);
    let depth = 1;
    let close = summaryLine;
    while (depth > 0) {
      close += 1;
      // Less indented, it is outside of the list item or quote that the toggle is in.
      if (close >= lastLine || (lineAt(close) !== '' && (state.sCount[close] ?? 0) < state.blkIndent)) {
        failedSearches.set(state.env, failures + 1);
        return false;
      }
      const line = lineAt(close);
      if (DETAILS.test(line)) depth += 1;
      else if (line === '</details>') depth -= 1;
    }
    if (silent) return true;
    const { lineMax } = state;
    state.push('toggle_open', 'details', 1);
    state.push('toggle_summary_open', 'summary', 1);
    const inline = state.push('inline', '', 0);
    inline.content = summary.trim();
    inline.children = [];
    state.push('toggle_summary_close', 'summary', -1);
    state.lineMax = close;
    markdown.block.tokenize(state, summaryLine + 1, close);
    state.lineMax = lineMax;
    state.push('toggle_close', 'details', -1);
    state.line = close + 1;
    return true;
  };
}

/** Turns quotes that begin with `[!NOTE]` into callouts. */
function markCallouts(tokens: Token[]): void {
  const open: boolean[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token?.type === 'blockquote_open') {
      const kind = calloutKind(tokens[at + 1], tokens[at + 2]);
      open.push(kind !== null);
      if (kind !== null) {
        token.type = 'callout_open';
        token.tag = 'aside';
        token.attrSet('kind', kind);
        const text = tokens[at + 2];
        text?.children?.splice(0, 2);
        if (text?.children?.length === 0) tokens.splice(at + 1, 3);
      }
    } else if (token?.type === 'blockquote_close' && open.pop()) {
      token.type = 'callout_close';
      token.tag = 'aside';
    }
    at += 1;
  }
}

function calloutKind(paragraph: Token | undefined, text: Token | undefined): string | null {
  if (paragraph?.type !== 'paragraph_open' || text?.type !== 'inline') return null;
  const [first, second] = text.children ?? [];
  if (first?.type !== 'text' || (second && second.type !== 'softbreak')) return null;
  return CALLOUT.exec(first.content.trim())?.[1]?.toLowerCase() ?? null;
}

/** Turns paragraphs that are one link to something in a hub, with the title `embed`, into embeds. */
function withEmbeds(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const text = token.type === 'paragraph_open' ? tokens[at + 1] : undefined;
    const address = text?.type === 'inline' ? embeddedAddress(text.children ?? []) : null;
    result.push(token);
    if (address === null) continue;
    Object.assign(token, { type: 'embed', tag: '', nesting: 0, hidden: false });
    token.attrSet('address', address);
    // Its text and its end.
    at += 2;
  }
  return result;
}

/** Turns links to something in a hub, with the title `item`, into one token each: readers see its own title. */
function nameItems(children: Token[]): void {
  for (let at = 0; at < children.length; at += 1) {
    const link = children[at];
    if (link?.type !== 'link_open' || link.attrGet('title') !== ITEM_MARKER) continue;
    const target = embedTarget(link.attrGet('href'));
    const closing = children.findIndex(({ type }, index) => index > at && type === 'link_close');
    if (!target || closing < 0) continue;
    Object.assign(link, { type: 'item_link', tag: '', nesting: 0 });
    link.attrSet('address', target.address);
    children.splice(at + 1, closing - at);
  }
}

function embeddedAddress(inlines: readonly Token[]): string | null {
  const [first, ...rest] = inlines;
  if (first?.type !== 'link_open' || first.attrGet('title') !== EMBED_MARKER) return null;
  const closing = rest.findIndex(({ type }) => type === 'link_close');
  return closing === rest.length - 1 ? (embedTarget(first.attrGet('href'))?.address ?? null) : null;
}
