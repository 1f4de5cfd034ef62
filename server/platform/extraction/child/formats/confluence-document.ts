import { parseHTML } from 'linkedom';
import { SaxesParser } from 'saxes';
import { COLUMNS_MAX } from '#lib/text/columns-markdown.ts';
import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import type { OfficeDocument } from './office-document.ts';
import { escaped } from './office-parts.ts';
import { framedPicture } from './picture-frame.ts';
import type { JobFile } from './port.ts';

/** Bytes of a page that is read, and how deep its elements lie in each other at most. */
const MAX_PAGE = 48 * 1024 ** 2;
const DEPTH_MAX = 120;

type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

/** Elements of HTML that pages have; others leave their content. */
const HTML_TAGS = new Set(
  'p,h1,h2,h3,h4,h5,h6,ul,ol,li,table,thead,tbody,tr,th,td,strong,b,em,i,s,del,code,pre,blockquote,a,br,hr,div,span,sub,sup,u'.split(
    ',',
  ),
);
const VOID = new Set(['br', 'hr']);
const DROPPED = new Set([
  'script',
  'style',
  'ac:parameter',
  'ac:placeholder',
  'ac:task-id',
  'ac:task-status',
]);
const ATTRIBUTES = ['href', 'colspan', 'rowspan', 'start'];

/** Confluence's panels, as callouts. */
const PANELS: Readonly<Record<string, string>> = {
  info: 'note',
  panel: 'note',
  tip: 'tip',
  note: 'important',
  warning: 'warning',
};
const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  sh: 'bash',
  shell: 'bash',
  'c#': 'csharp',
  'c++': 'cpp',
  html: 'xml',
  yml: 'yaml',
};
/** Macros whose content stands in the page as it is. */
const TRANSPARENT = new Set(['section', 'column', 'excerpt', 'details', 'toc-zone']);

/** A page in Confluence's storage format (XHTML with macros) as HTML. Entities of a document type are never expanded. */
export async function readConfluencePage(file: JobFile): Promise<OfficeDocument> {
  const root = elementsOf((await file.bytes(MAX_PAGE)).toString('utf8'));
  const writer = new PageWriter();
  const html = writer.content(root);
  const leftOut = [...writer.leftOut].sort().join(', ').slice(0, 300);
  return { html, about: leftOut ? { left_out: leftOut } : {} };
}

/** The elements of a page; those that lie too deep in each other lose their frames. */
function elementsOf(page: string): Element {
  const root: Element = { name: 'root', attributes: {}, children: [] };
  const open: Element[] = [root];
  const parser = new SaxesParser({ xmlns: false, fragment: true });
  const add = (text: string) => void open.at(-1)?.children.push(text);
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [] };
    if (open.length > DEPTH_MAX) {
      open.push(open.at(-1) ?? root);
      return;
    }
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void (open.length > 1 && open.pop()));
  parser.on('text', (text) => add(decoded(text)));
  parser.on('cdata', add);
  parser.on('error', (error) => {
    if (!/entity|disallowed character/i.test(error.message)) throw new Unreadable('corrupt', DAMAGED);
  });
  parser.write(page).close();
  return root;
}

const entities = new Map<string, string>();

/** HTML's entities, which XML doesn't know. */
const decoded = (text: string): string =>
  text.replace(/&([a-zA-Z]\w{1,30});/g, (whole, name: string) => {
    const known = entities.get(name);
    if (known !== undefined) return known;
    const { document } = parseHTML(`<!doctype html><html><body><i>${whole}</i></body></html>`);
    const letter = document.querySelector('i')?.textContent ?? whole;
    if (entities.size < 1_000) entities.set(name, letter);
    return letter;
  });

const childrenNamed = (element: Element, name: string): Element[] =>
  element.children.filter((one): one is Element => typeof one !== 'string' && one.name === name);
const childNamed = (element: Element, name: string): Element | undefined => childrenNamed(element, name)[0];

const textOf = (element: Element | undefined): string =>
  element?.children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('') ?? '';

const quoted = (text: string): string => escaped(text).replaceAll('"', '&quot;');
const inAddress = (text: string): string =>
  encodeURIComponent(text).replace(/[()'*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

class PageWriter {
  /** The names of macros whose content has no form here. */
  readonly leftOut = new Set<string>();

  content(element: Element | undefined): string {
    return (
      element?.children
        .map((one) => (typeof one === 'string' ? escaped(one) : this.#element(one)))
        .join('') ?? ''
    );
  }

  #element(element: Element): string {
    const { name, attributes } = element;
    if (DROPPED.has(name) || name.startsWith('ri:')) return '';
    if (name === 'ac:structured-macro' || name === 'ac:macro') return this.#macro(element);
    if (name === 'ac:link') return this.#link(element);
    if (name === 'ac:image') return this.#image(element);
    if (name === 'ac:task-list') return `<ul data-type="taskList">${this.content(element)}</ul>`;
    if (name === 'ac:task') return this.#task(element);
    if (name === 'ac:emoticon')
      return escaped(attributes['ac:emoji-fallback'] ?? attributes['ac:emoji-shortname'] ?? '');
    if (name === 'time') return dateOf(attributes.datetime ?? '');
    if (name === 'ac:layout-section') return this.#columns(childrenNamed(element, 'ac:layout-cell'));
    if (name === 'ac:layout') return `<div>${this.content(element)}</div>`;
    if (!HTML_TAGS.has(name)) return this.content(element);
    const written = ATTRIBUTES.flatMap((one) =>
      attributes[one] === undefined ? [] : [` ${one}="${quoted(attributes[one])}"`],
    ).join('');
    return VOID.has(name) ? `<${name}>` : `<${name}${written}>${this.content(element)}</${name}>`;
  }

  /** The cells of a section side by side; empty ones only give a page its width. */
  #columns(cells: readonly Element[]): string {
    const filled = cells.map((cell) => this.content(cell)).filter((html) => html.trim());
    if (filled.length < 2 || filled.length > COLUMNS_MAX)
      return filled.map((html) => `<div>${html}</div>`).join('');
    const columns = filled.map((html) => `<div data-column="">${html}</div>`).join('');
    return `<div data-columns="${filled.length}">${columns}</div>`;
  }

  #task(task: Element): string {
    const isDone = textOf(childNamed(task, 'ac:task-status')).trim() === 'complete';
    return `<li data-type="taskItem" data-checked="${isDone}">${this.content(childNamed(task, 'ac:task-body'))}</li>`;
  }

  #macro(macro: Element): string {
    const name = macro.attributes['ac:name'] ?? '';
    const parameter = (wanted: string): Element | undefined =>
      childrenNamed(macro, 'ac:parameter').find((one) => one.attributes['ac:name'] === wanted);
    const title = textOf(parameter('title')).trim();
    const plain = childNamed(macro, 'ac:plain-text-body');
    const rich = childNamed(macro, 'ac:rich-text-body');
    if (name === 'code' || name === 'noformat') {
      const language = textOf(parameter('language')).trim().toLowerCase();
      const known = LANGUAGES[language] ?? language;
      const look = /^[\w+-]{1,30}$/.test(known) ? ` class="language-${known}"` : '';
      return `<pre><code${look}>${escaped(textOf(plain))}</code></pre>`;
    }
    const panel = Object.hasOwn(PANELS, name) ? PANELS[name] : undefined;
    if (panel) {
      const label = title ? `<p><strong>${escaped(title)}</strong></p>` : '';
      return `<aside data-callout="${panel}">${label}${this.content(rich)}</aside>`;
    }
    if (name === 'expand')
      return `<details><summary>${escaped(title || 'More')}</summary>${this.content(rich)}</details>`;
    if (name === 'section') {
      const columns = childrenNamed(rich ?? macro, 'ac:structured-macro').filter(
        (one) => one.attributes['ac:name'] === 'column',
      );
      if (columns.length > 0) return this.#columns(columns);
    }
    if (name === 'status') return `<strong>${escaped(title)}</strong>`;
    if (name === 'jira') return escaped(textOf(parameter('key')));
    if (name === 'anchor') return '';
    if (name === 'include' || name === 'excerpt-include' || name === 'view-file') {
      const link =
        childNamed(parameter('') ?? parameter('name') ?? macro, 'ac:link') ??
        parameter('') ??
        parameter('name');
      if (link) return `<p>${this.#link(link)}</p>`;
    }
    if (!TRANSPARENT.has(name) && name) this.leftOut.add(name.slice(0, 60));
    if (rich) return this.content(rich);
    return plain ? `<pre><code>${escaped(textOf(plain))}</code></pre>` : '';
  }

  /** A link to a page, a file or a person of the export; its address is resolved once all pages are known. */
  #link(link: Element): string {
    const body = childNamed(link, 'ac:link-body') ?? childNamed(link, 'ac:plain-text-link-body');
    const user = childNamed(link, 'ri:user');
    if (user) return escaped(`@${user.attributes['ri:username'] ?? '?'}`);
    const url = childNamed(link, 'ri:url')?.attributes['ri:value'];
    const found = url === undefined ? targetOf(link) : { address: url, label: url };
    const label = body ? this.content(body) : escaped(found?.label ?? '');
    return found ? `<a href="${quoted(found.address)}">${label}</a>` : label;
  }

  #image(image: Element): string {
    const found = targetOf(image);
    const address = childNamed(image, 'ri:url')?.attributes['ri:value'] ?? found?.address;
    const alt = image.attributes['ac:alt'] ?? image.attributes['ac:title'] ?? '';
    if (!address) return '';
    return framedPicture(`<img src="${quoted(address)}" alt="${quoted(alt)}">`, {
      width: image.attributes['ac:width'],
      ownWidth: image.attributes['ac:original-width'],
      align: image.attributes['ac:align'] ?? image.attributes['ac:layout'],
      caption: textOf(childNamed(image, 'ac:caption')),
    });
  }
}

/** A day as documents have it; what is none stays its text. */
const dateOf = (date: string): string =>
  isCalendarDate(date) ? `<time data-date="" datetime="${date}"></time>` : escaped(date);

/** What a link or picture leads to: `/confluence/page/title` or `/confluence/file/title/name`, without a title on its own page. */
function targetOf(link: Element): { address: string; label: string } | null {
  const file = childNamed(link, 'ri:attachment');
  const page = childNamed(file ?? link, 'ri:page') ?? childNamed(file ?? link, 'ri:blog-post');
  const title = page?.attributes['ri:content-title'] ?? '';
  const anchor = link.attributes['ac:anchor'];
  const hash = anchor ? `#${inAddress(anchor)}` : '';
  const name = file?.attributes['ri:filename'];
  if (name) return { address: `/confluence/file/${inAddress(title)}/${inAddress(name)}`, label: name };
  if (title) return { address: `/confluence/page/${inAddress(title)}${hash}`, label: title };
  return anchor ? { address: hash, label: anchor } : null;
}
