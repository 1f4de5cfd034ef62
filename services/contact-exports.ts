import { OWN_API } from './http.ts';

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;

export const CONTACT_FORMATS = ['vcf', 'csv', 'xlsx'] as const;

/** Where a browser fetches all people of a list, or those of a view that a search and a filter find. */
export const contactsExportUrl = (
  id: string,
  format: (typeof CONTACT_FORMATS)[number],
  { q, view, filter }: { q: string; view: string; filter: string },
) =>
  `${OWN_API}${pathOf(id)}export/?${new URLSearchParams({ format, ...(q ? { q } : {}), ...(view ? { view } : {}), ...(filter ? { filter } : {}) })}`;
