import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { arrange, shownFields } from '#lib/forms/layout.ts';
import { type FormTranslations, translate, type Wording } from '#lib/forms/words.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** A published version's definition, in its own language or another one. */
export type Published = Wording & {
  version: number;
  language: string;
  translations: FormTranslations;
  /** The fields as they are evaluated and checked, pages and their conditions minded. */
  shown: FieldDefinition[];
};

/** Bytes of definitions that are remembered, as text. */
const MOST_BYTES = 16 * 1024 * 1024;

const remembered = new Map<string, { published: Published; bytes: number }>();
let bytesHeld = 0;

/**
 * The definition of a published version. A version never changes, so that it is read once and remembered, with all that
 * the field engine works out of it; the longest unused are forgotten.
 */
export async function publishedVersion(
  database: Database | Transaction,
  formId: string,
  version: number,
): Promise<Published | undefined> {
  const key = `${formId} ${version}`;
  const known = remembered.get(key);
  if (known) {
    remembered.delete(key);
    remembered.set(key, known);
    return known.published;
  }
  const { rows } = await sql<Omit<Published, 'shown'> & { bytes: number }>`
    select version, title, description, language, fields, layout, translations,
      octet_length(fields::text) + octet_length(translations::text) as bytes
    from form_version where form_id = ${formId} and version = ${version}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { bytes, ...definition } = row;
  const layout = arrange(definition.fields, definition.layout);
  const published = { ...definition, layout, shown: shownFields(definition.fields, layout) };
  if (!remembered.has(key)) {
    remembered.set(key, { published, bytes });
    bytesHeld += bytes;
  }
  forgetOldest();
  return published;
}

function forgetOldest(): void {
  for (const [key, { bytes }] of remembered) {
    if (bytesHeld <= MOST_BYTES) return;
    remembered.delete(key);
    bytesHeld -= bytes;
  }
}

const inLanguages = new WeakMap<Published, Map<string, Published>>();

/** The languages that a version speaks, its own first. */
export const languagesOf = ({ language, translations }: Published): string[] => [
  language,
  ...Object.keys(translations).filter((one) => one !== language),
];

/** A version in another of its languages, remembered with it; in its own where it doesn't speak that one. */
export function spokenIn(published: Published, language: string | null | undefined): Published {
  const words = language && language !== published.language && published.translations[language];
  if (!words) return published;
  const spoken = inLanguages.get(published) ?? new Map<string, Published>();
  inLanguages.set(published, spoken);
  const known = spoken.get(language);
  if (known) return known;
  const said = { ...translate<Published>(published, words), language };
  const made = { ...said, shown: shownFields(said.fields, said.layout) };
  spoken.set(language, made);
  return made;
}

/** What is said after an answer in that language: the setting acts at once, its translations came with the version. */
export function confirmationIn(
  { translations }: Pick<Published, 'translations'>,
  language: string | null,
  { confirmation }: { confirmation: string },
): string {
  return (confirmation && language && translations[language]?.confirmation) || confirmation;
}
