import MarkdownIt from 'markdown-it';
import { documentMarkdown } from './document-markdown.ts';
import { footnotes } from './footnotes.ts';
import { type Mentions, mentions, mentionsEnvironment } from './mentions.ts';

/** A task without a text is one, too, as in the editor. */
const TASK = /^\[([ xX])\](?: |$)/;

/** A renderer of Markdown: HTML in the text is escaped, and links that could run code stay text. */
export function createMarkdown(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, linkify: true });
  markdown.use(documentMarkdown);
  markdown.use(footnotes);
  markdown.use(mentions);

  // Renders `- [x] done` as a checked or unchecked box.
  markdown.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const text = token.children?.[0];
      const done = text?.type === 'text' ? TASK.exec(text.content)?.[1] : undefined;
      const isItem = tokens[index - 2]?.type === 'list_item_open';
      if (!text || done === undefined || !isItem) continue;
      const box = new Token('html_inline', '', 0);
      const state = done === ' ' ? '' : ' checked=""';
      box.content = `<input type="checkbox" disabled=""${state} /> `;
      text.content = text.content.slice(4);
      token.children?.unshift(box);
      tokens[index - 2]?.attrSet('data-task', '');
    }
  });

  markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const href = String(token?.attrGet('href') ?? '');
    // Also for a URL without a scheme, such as `//example.test`.
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) token?.attrSet('rel', 'noopener nofollow ugc');
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}

const markdown = createMarkdown();

/** Renders untrusted Markdown as safe HTML; runs on the server only, to keep pages light. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** The ids of the people whom a text mentions, in their order. */
export function mentionedPeople(text: string): string[] {
  const found: Mentions = { ids: new Set() };
  markdown.parse(text, mentionsEnvironment(found));
  return [...found.ids];
}

/** The same as {@link renderMarkdown}, with the people whom it mentions by the names that they have. */
export function renderWithMentions(text: string, names: ReadonlyMap<string, string>): string {
  return markdown.render(text, mentionsEnvironment({ ids: new Set(), names }));
}
