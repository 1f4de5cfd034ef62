import type { FormOperation } from '#lib/access/operations.ts';
import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { Form } from '#lib/contract/form.ts';
import type { HubFormats } from './form-formats.ts';

/** The data of a form's page. */
export type FormPageData = {
  form: Form;
  /** Its own address. */
  path: string;
  /** The form's space, where the user may see it. */
  crumbs: { href: string; label: string }[];
  /** The hub's formats of numbers, times and phone numbers. */
  hub: HubFormats;
};

/** The tabs of a form's screen, each with an address: `?tab=logic`. */
export const FORM_TABS = ['build', 'logic', 'design', 'translate', 'settings', 'share', 'answers'] as const;
export type FormTab = (typeof FORM_TABS)[number];

/** The tabs for a user's allowed operations; none for a user who may only fill the form. */
export function tabsFor(form: Pick<Form, 'allowed'>): FormTab[] {
  const may = (operation: FormOperation) => form.allowed.includes(operation);
  return FORM_TABS.filter((tab) => {
    // For an admin of the hub, the tab explains why they can't read the submissions, and how they can.
    if (tab === 'answers') return may('form.read_submissions') || may('form.share');
    if (tab === 'share') return may('form.share');
    return may('form.change');
  });
}

/** The tab in an address, else the first. */
export function tabOf(requested: string | string[] | undefined, tabs: readonly FormTab[]): FormTab | null {
  return tabs.find((tab) => tab === requested) ?? tabs[0] ?? null;
}

/** `/{handle}/{space}/forms/{id}` (docs/contract.md §6). */
export const formPath = (handle: string, { id, space_slug }: Pick<Form, 'id' | 'space_slug'>): string =>
  `/${handle}/${space_slug || NO_SPACE}/forms/${id}`;
