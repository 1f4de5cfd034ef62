import { renderMarkdown } from '#lib/text/render-markdown.ts';
import { INVISIBLE_JOINER, replaceUnseen } from './unseen.ts';

/** Characters that are rendered, which takes some ten milliseconds at most; a confirmation may have 5,000. */
const LENGTH_MAX = 8_000;

const TAG = /<[^>]*>/g;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What mails don't have: pictures (which would be loaded), tables and links; the text and addresses stay. */
function withoutControls(html: string): string {
  return html
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<input\b([^>]*)>/g, (_, attributes: string) => (attributes.includes('checked') ? '☑' : '☐'))
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, address: string, label: string) => {
      if (address.startsWith('#')) return address.startsWith('#fnref') ? '' : label;
      return address.endsWith(label.replace(TAG, '')) ? label : `${label} (${address})`;
    });
}

/** So that a mail program makes no link of the text between the tags. */
const withoutLinks = (html: string): string =>
  html.replace(/<[^>]*>|(?<=\S)[.:/@](?=[^\s<])/g, (found) =>
    found.startsWith('<') ? found : found + INVISIBLE_JOINER,
  );

/** The same as plain text: list markers stay, all other markup is removed. */
function textOf(html: string): string {
  const lists: number[] = [];
  return html
    .replace(/(<li\b[^>]*>)\s*<p>/g, '$1')
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/g, ' · ')
    .replace(/<\/(?:p|h[1-6]|ul|ol|pre|blockquote|table)>\n?/g, '$&\n')
    .replace(/<(\/?)(ul|ol|li)\b([^>]*)>/g, (_, closing: string, name: string, attributes: string) => {
      if (name === 'li' && closing) return '';
      if (name !== 'li') {
        if (closing) lists.pop();
        else lists.push(name === 'ul' ? Number.NaN : Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1));
        return '';
      }
      const number = lists.pop() ?? Number.NaN;
      lists.push(number + 1);
      return `${'  '.repeat(lists.length - 1)}${Number.isNaN(number) ? '•' : `${number}.`} `;
    })
    .replace(TAG, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markdown of strangers as both parts of a mail have it: formatted and plain, with nothing to load and no link. */
export function mailMarkdown(markdown: string): { html: string; text: string } {
  const whole = markdown.length > LENGTH_MAX ? `${markdown.slice(0, LENGTH_MAX)}…` : markdown;
  const lines = whole.split(/\r\n|[\n\r\u2028\u2029]/u);
  // The indentation of a line shows what it belongs to.
  const seen = lines.map((line) => replaceUnseen(line.replaceAll('\t', '    '))).join('\n');
  const html = withoutLinks(withoutControls(renderMarkdown(seen))).trim();
  return { html, text: textOf(html) };
}
