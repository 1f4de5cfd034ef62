import { clearDraft, type DraftStorage, draftKeys, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { type PhoneCountries, readPhoneCountries } from '#lib/fields/phone-countries.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { Filled, LocalizedForm } from './fill-data.ts';
import { transferCountries, transferValues } from './transfer-values.ts';

/** The draft of a submission as this browser stores it. Files are stored by their ids. */
export type FillDraft = {
  version: number;
  language: string;
  values: Values;
  /** Countries chosen for phone numbers, by path. */
  countries?: PhoneCountries;
  /** The id of the open page. */
  page: string;
  /** The idempotency key of its submission. */
  key: string;
  /** The token of the same draft on the server, for continuing on another device. */
  token?: string;
  /** The form's definition, so that the draft can be continued in its version; left out where it is too large. */
  asked?: LocalizedForm;
};

/** Maximum length of a definition that is stored with a draft. */
const FORM_MAX = 200_000;

const prefixOf = (slug: string) => `form-draft:${slug}:`;
const keyOf = (slug: string, version: number) => `${prefixOf(slug)}${version}`;

/** A shallow check is enough for a definition from this browser: the server validates every submission. */
const isLocalizedForm = (value: unknown): value is LocalizedForm =>
  isRecord(value) &&
  Array.isArray(value.fields) &&
  isRecord(value.layout) &&
  Array.isArray(value.layout.pages) &&
  typeof value.version === 'number' &&
  typeof value.language === 'string';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The stored text is untrusted: anybody who uses this browser can change it. */
function readFillDraft(storage: DraftStorage, key: string): FillDraft | null {
  const stored = readDraft(storage, key);
  if (!isRecord(stored) || !isRecord(stored.values) || typeof stored.version !== 'number') return null;
  const token = textOf(stored.token);
  return {
    version: stored.version,
    language: textOf(stored.language),
    values: stored.values,
    countries: readPhoneCountries(stored.countries),
    page: textOf(stored.page),
    key: textOf(stored.key),
    ...(token ? { token } : {}),
    ...(isLocalizedForm(stored.asked) ? { asked: stored.asked } : {}),
  };
}

/** Saves a draft of this version. @returns false where the browser stores nothing */
export function saveFillDraft(
  storage: DraftStorage,
  slug: string,
  draft: FillDraft,
  definition: LocalizedForm,
): boolean {
  const isSmall = JSON.stringify(definition).length <= FORM_MAX;
  const about = { kind: 'answer', title: definition.title, hub: '', path: `/f/${slug}` } as const;
  return saveDraft(
    storage,
    keyOf(slug, draft.version),
    isSmall ? { ...draft, asked: definition } : draft,
    about,
  );
}

/** The draft of this form: of this version, else of the newest other one. */
export function findFillDraft(storage: DraftStorage, slug: string, version: number): FillDraft | null {
  const prefix = prefixOf(slug);
  const versions = draftKeys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => Number(key.slice(prefix.length)))
    .sort((left, right) => right - left);
  const best = versions.includes(version) ? version : versions[0];
  return best === undefined ? null : readFillDraft(storage, keyOf(slug, best));
}

/** Clears all drafts of a form, as after sending one. */
export function clearFillDrafts(storage: DraftStorage, slug: string): void {
  for (const key of draftKeys(storage)) if (key.startsWith(prefixOf(slug))) clearDraft(storage, key);
}

/** The values of a draft for these fields, whatever version it is of. */
export function draftContent(draft: FillDraft, fields: readonly FieldDefinition[], version: number): Filled {
  const { values, countries = {} } = draft;
  if (draft.version === version) return { values, countries };
  const before = draft.asked?.fields ?? fields;
  return {
    values: transferValues(values, before, fields),
    countries: transferCountries(countries, before, fields),
  };
}
