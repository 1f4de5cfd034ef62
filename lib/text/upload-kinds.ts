/** The kinds of content that come from a file. */
export const UPLOAD_KINDS = ['general', 'document', 'table', 'contact', 'email', 'image', 'media'] as const;

export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** The kinds that a list of contacts offers (docs/product-rules.md §3). */
export const CONTACT_KINDS = ['general', 'email', 'contact'] as const satisfies readonly UploadKind[];

/** What an item can be: content, or a folder of it. */
export const ITEM_KINDS = [...UPLOAD_KINDS, 'folder'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** Whether `kind` is a kind of content that comes from a file. */
export function isUploadKind(kind: string): kind is UploadKind {
  return UPLOAD_KINDS.some((known) => known === kind);
}

/**
 * The lower-case extension of a file name without its dot, or `''`. A name that only starts with a dot
 * (`.env`) has none.
 */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trimEnd();
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1).toLowerCase();
}
