import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { applyPageConditions, completeLayout } from '#lib/forms/layout.ts';
import { type FormTranslations, type TranslatableForm, translateForm } from '#lib/forms/translations.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** A published version's definition, in its own language or another one. */
export type PublishedForm = TranslatableForm & {
  version: number;
  language: string;
  translations: FormTranslations;
  /** The fields as they are evaluated and checked, pages and their conditions minded. */
  shown: FieldDefinition[];
};

/** Bytes of definitions that are remembered, as text. */
const MOST_BYTES = 16 * 1024 * 1024;

const remembered = new Map<string, { published: PublishedForm; bytes: number }>();
let bytesCached = 0;

/**
 * The definition of a published version. A version never changes, so that it is read once and cached, with
 * all that the field engine computes from it; the least recently used are evicted.
 */
export async function publishedVersion(
  database: Database | Transaction,
  formId: string,
  version: number,
): Promise<PublishedForm | undefined> {
  const key = `${formId} ${version}`;
  const known = remembered.get(key);
  if (known) {
    remembered.delete(key);
    remembered.set(key, known);
    return known.published;
  }
  const { rows } = await sql<Omit<PublishedForm, 'shown'> & { bytes: number }>`
    select version, title, description, language, fields, layout, translations,
      octet_length(fields::text) + octet_length(translations::text) as bytes
    from form_version where form_id = ${formId} and version = ${version}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { bytes, ...definition } = row;
  const layout = completeLayout(definition.fields, definition.layout);
  const published = { ...definition, layout, shown: applyPageConditions(definition.fields, layout) };
  if (!remembered.has(key)) {
    remembered.set(key, { published, bytes });
    bytesCached += bytes;
  }
  evictOldest();
  return published;
}

function evictOldest(): void {
  for (const [key, { bytes }] of remembered) {
    if (bytesCached <= MOST_BYTES) return;
    remembered.delete(key);
    bytesCached -= bytes;
  }
}

const inLanguages = new WeakMap<PublishedForm, Map<string, PublishedForm>>();

/** The languages of a version, its own first. */
export const languagesOf = ({ language, translations }: PublishedForm): string[] => [
  language,
  ...Object.keys(translations).filter((one) => one !== language),
];

/** A version in another of its languages, cached with it; in its own where it lacks that one. */
export function formInLanguage(published: PublishedForm, language: string | null | undefined): PublishedForm {
  const texts = language && language !== published.language && published.translations[language];
  if (!texts) return published;
  const byLanguage = inLanguages.get(published) ?? new Map<string, PublishedForm>();
  inLanguages.set(published, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const translated = { ...translateForm<PublishedForm>(published, texts), language };
  const made = { ...translated, shown: applyPageConditions(translated.fields, translated.layout) };
  byLanguage.set(language, made);
  return made;
}

/**
 * The confirmation in that language: the setting takes effect immediately, its translations were published
 * with the version.
 */
export function translateConfirmation(
  { translations }: Pick<PublishedForm, 'translations'>,
  language: string | null,
  { confirmation }: { confirmation: string },
): string {
  return (confirmation && language && translations[language]?.confirmation) || confirmation;
}
