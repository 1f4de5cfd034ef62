/** How a contact list is shown. */
export const CONTACT_VIEWS = ['table', 'list', 'cards', 'duplicates'] as const;
export type ContactView = (typeof CONTACT_VIEWS)[number];

/** The view of an address; duplicates are for those who may merge them. */
export function contactViewOf(show: unknown, mayChange: boolean): ContactView {
  const view = CONTACT_VIEWS.find((one) => one === show) ?? 'table';
  return view === 'duplicates' && !mayChange ? 'table' : view;
}
