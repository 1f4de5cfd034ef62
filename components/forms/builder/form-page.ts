import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { Form } from '#lib/contract/form.ts';
import type { HubFormats } from './form-formats.ts';

/** What a form's page shows. */
export type FormPageData = {
  form: Form;
  /** Its own address. */
  path: string;
  /** The space that it lies in, where the viewer may see it. */
  crumbs: { href: string; label: string }[];
  /** How its hub writes numbers, times and phones. */
  hub: HubFormats;
};

/** The tabs of a form's screen, each with an address: `?tab=logic`. */
export const FORM_TABS = ['build', 'logic', 'design', 'translate', 'settings', 'share', 'answers'] as const;
export type FormTab = (typeof FORM_TABS)[number];

/** The tabs that somebody has by what is allowed to them; none for who only fills it in. */
export function tabsFor(form: Pick<Form, 'allowed'>): FormTab[] {
  const may = (operation: string) => form.allowed.includes(operation);
  return FORM_TABS.filter((tab) => {
    // An admin of the hub is told there why they don't read the answers, and how they can.
    if (tab === 'answers') return may('form.read_submissions') || may('form.share');
    if (tab === 'share') return may('form.share');
    return may('form.change');
  });
}

/** The tab that an address asks for, else the first. */
export function tabOf(asked: string | string[] | undefined, tabs: readonly FormTab[]): FormTab | null {
  return tabs.find((tab) => tab === asked) ?? tabs[0] ?? null;
}

/** `/{handle}/{space}/forms/{id}` (docs/contract.md §6). */
export const formPath = (handle: string, { id, space_slug }: Pick<Form, 'id' | 'space_slug'>): string =>
  `/${handle}/${space_slug || NO_SPACE}/forms/${id}`;
