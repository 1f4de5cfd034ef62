import type { DocumentEmbed, EmbeddedLook, EmbeddedView } from '#lib/contract/preview.ts';

export type EmbedMessages = {
  /** The name of a kind. */
  kind: (kind: string) => string;
  restricted: string;
  restrictedText: string;
  /** Of the link to the table, where there are rows that are not shown. */
  more: string;
  /** Of the links to the next rows, and back to the first ones. */
  next: string;
  first: string;
  empty: string;
};

const PICTURE_WIDTH = 1600;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A file; the others are distinguished from it by the text on its sheet. */
const SHEET = 'M15 3H6a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V7zM15 3v4h4';
const ICONS: Readonly<Record<string, string>> = {
  document: `${SHEET}M9 12h6M9 16h6`,
  table: 'M4 4h16v16H4zM4 10h16M4 15h16M11 4v16',
  form: 'M6 4h12v17H6zM9 3h6v3H9zM9 11h6M9 15h6',
  folder: 'M3 6h6l2 3h10v10H3z',
  restricted: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
};

const icon = (name: string): string =>
  `<svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"><path d="${ICONS[name] ?? SHEET}"/></svg>`;

const lines = (title: string, note: string): string =>
  `<span><strong dir="auto">${escaped(title)}</strong><small>${escaped(note)}</small></span>`;

/** The view that an address of a table names. */
const VIEW = /\?view=([0-9a-f-]{36})$/;

/** A link of the page itself, so that it works without scripts; where they run, they show the rows in place (`showNextRows`). */
function pageLinks({ is_later, next }: EmbeddedView, view: string, messages: EmbedMessages): string {
  const place = `#embed-${view}`;
  const first = is_later ? `<a href="?${place}">${escaped(messages.first)}</a>` : '';
  const query = new URLSearchParams({ embed: view, after: next ?? '' });
  const later = next
    ? `<a data-embed-next="${escaped(next)}" href="?${escaped(query.toString())}${place}">${escaped(messages.next)}</a>`
    : '';
  return `${first}${later}`;
}

const STARS_MAX = 10;

/** A cell of a view: a number, stars, tags, or its text. */
function viewCell(text: string, { kind, most = 1, tags }: EmbeddedLook, row: number): string {
  if (kind === 'end') return `<td data-numeric="" dir="auto">${escaped(text)}</td>`;
  const shown = tags?.[row]?.map(
    ({ label, color = '' }) => `<span data-tag="" data-color="${color}" dir="auto">${escaped(label)}</span>`,
  );
  if (shown) return `<td>${shown.join(' ')}</td>`;
  if (kind !== 'stars' || !/^\d+$/.test(text)) return `<td dir="auto">${escaped(text)}</td>`;
  const stars = Math.min(most, STARS_MAX);
  const full = Math.min(stars, Math.round((Number(text) * stars) / most));
  return `<td><span role="img" aria-label="${text} / ${most}">${'★'.repeat(full)}${'☆'.repeat(stars - full)}</span></td>`;
}

type ViewFrame = { title: string; href: string; messages: EmbedMessages };

/** Rows of a view, or of a whole table, under its name, which leads to it. */
function viewTable(shown: EmbeddedView, { title, href, messages }: ViewFrame): string {
  const { name, columns, looks, rows, has_more } = shown;
  const view = VIEW.exec(href)?.[1];
  const lookOf = (at: number): EmbeddedLook => looks[at] ?? { kind: 'plain' };
  const header = columns
    .map((label, at) => {
      const numeric = lookOf(at).kind === 'end' ? ' data-numeric=""' : '';
      return `<th${numeric} dir="auto">${escaped(label)}</th>`;
    })
    .join('');
  const heading = `<a href="${href}">${icon('table')}<span><strong dir="auto">${escaped(name)}</strong><small dir="auto">${escaped(name === title ? messages.kind('table') : title)}</small></span></a>`;
  const body =
    rows.length === 0
      ? `<p>${escaped(messages.empty)}</p>`
      : `<div tabindex="0" role="region" aria-label="${escaped(name)}"><table><thead><tr>${header}</tr></thead><tbody>${rows
          .map((row, at) => `<tr>${row.map((text, of) => viewCell(text, lookOf(of), at)).join('')}</tr>`)
          .join('')}</tbody></table></div>`;
  const links = view ? pageLinks(shown, view, messages) : '';
  const more = has_more ? `<a href="${href}">${escaped(messages.more)}</a>` : '';
  const pages = links || more ? `<p>${links}${more}</p>` : '';
  return `<div data-embed-view=""${view ? ` id="embed-${view}"` : ''}>${heading}${body}${pages}</div>`;
}

/** What is shown in a document for something that it embeds, as HTML: a picture, a card, or that it is restricted. */
export function embedCard(target: DocumentEmbed['target'], messages: EmbedMessages): string {
  if (!target)
    return `<span data-embed-card="restricted">${icon('restricted')}${lines(messages.restricted, messages.restrictedText)}</span>`;
  const { kind, title, path, picture } = target;
  const href = escaped(path);
  if (kind === 'image' && picture)
    return `<a data-embed-picture="" href="${href}"><img src="${escaped(picture)}?w=${PICTURE_WIDTH}" alt="${escaped(title)}" loading="lazy"></a>`;
  if (target.view) return viewTable(target.view, { title, href, messages });
  return `<a data-embed-card="${kind}" href="${href}">${icon(kind)}${lines(title, messages.kind(kind))}</a>`;
}

/** The title of something within a line, as HTML: a link, or that it is restricted. */
export function itemTitle(target: DocumentEmbed['target'], messages: EmbedMessages): string {
  if (!target) return `<span data-item="restricted">${escaped(messages.restricted)}</span>`;
  const { kind, title, path } = target;
  return `<a data-item="${kind}" href="${escaped(path)}" dir="auto">${icon(kind)}${escaped(title)}</a>`;
}

const NAMED = /<a data-item="([^"]*)" href="[^"]*">.*?<\/a>/g;
const PLACE = /<p data-embed="([^"]*)">.*?<\/p>/g;

/** A document's HTML with what this reader may see of its embeds; those that nothing is known of stay links. */
export function withEmbeds(html: string, embeds: readonly DocumentEmbed[], messages: EmbedMessages): string {
  const known = new Map(embeds.map(({ address, target }) => [address, target]));
  const named = html.replace(NAMED, (link, address: string) => {
    const target = known.get(address);
    return target === undefined ? link : itemTitle(target, messages);
  });
  return named.replace(PLACE, (link, address: string) => {
    const target = known.get(address);
    return target === undefined ? link : `<div data-embed="${address}">${embedCard(target, messages)}</div>`;
  });
}
