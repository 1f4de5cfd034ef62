const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** The ids of items, and of anything else, that a document names in addresses. */
export const idsIn = (content: string | null): string[] =>
  content === null ? [] : [...new Set(content.match(ID)?.map((id) => id.toLowerCase()))];

/** A copied document’s text: it shows and leads to the copies of what was copied with it. */
export const withCopiedIds = (content: string, copies: ReadonlyMap<string, string>): string =>
  content.replaceAll(ID, (id) => copies.get(id.toLowerCase()) ?? id);
