/** What a document embeds: an item of the hub, a view of a table, or a form. */
export type EmbedTarget = {
  kind: 'item' | 'form';
  id: string;
  /** Of a table. */
  view?: string;
  address: string;
};

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ADDRESS = new RegExp(
  `^/([\\w.-]{1,64})/[^/?#\\s"<>()\\\\]{1,255}/(forms/)?(${UUID})(?:-[a-z0-9-]{0,80})?/?(?:\\?view=(${UUID}))?$`,
);
const WRITTEN = /\]\(<?(\/[^\s()<>]{1,500})>? "(?:embed|item)"\)/g;

/** The title of a link that is shown as what it leads to, where it is all of its paragraph. */
export const EMBED_MARKER = 'embed';
/** The title of a link within a text that is shown as the title of what it leads to. */
export const ITEM_MARKER = 'item';

/** The address of something in a hub, without the titles and the space that it may have: those are for who may read them. */
export const embedAddress = (handle: string, kind: EmbedTarget['kind'], id: string, view?: string): string =>
  `/${handle}/~/${kind === 'form' ? 'forms/' : ''}${id}${view ? `?view=${view}` : ''}`;

/** What an address of a page leads to; null where that is nothing to embed. */
export function embedTarget(address: unknown): EmbedTarget | null {
  if (typeof address !== 'string' || address.length > 500) return null;
  const [, handle, isForm, id, view] = ADDRESS.exec(address.toLowerCase()) ?? [];
  if (handle === undefined || id === undefined || (isForm && view)) return null;
  const kind = isForm ? 'form' : 'item';
  return { kind, id, ...(view ? { view } : {}), address: embedAddress(handle, kind, id, view) };
}

/** What a document's Markdown embeds or names by its title, each once; also what stands in code. */
export function embedsIn(markdown: string, most: number): EmbedTarget[] {
  const found = new Map<string, EmbedTarget>();
  for (const [, address] of markdown.matchAll(WRITTEN)) {
    const target = embedTarget(address);
    if (target) found.set(target.address, target);
    if (found.size >= most) break;
  }
  return [...found.values()];
}
