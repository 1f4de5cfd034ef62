import type { Form, FormEntry, FormState, FormVersion, FormVersionEntry } from '#lib/contract/form.ts';
import { completeLayout } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import { formAllowed, formRole, seesDraft } from '#server/access/policy/form-policy.ts';
import type { FormView, StoredDefinition, VersionEntryRow, VersionRow } from './form.repo.ts';
import { parseFormSettings } from './form-settings.ts';
import { currentFormState } from './form-state.ts';

function stateNow(form: FormView, submissions: number): FormState {
  const state = currentFormState(form);
  const { max_submissions } = parseFormSettings(form);
  return state === 'open' && max_submissions !== null && submissions >= max_submissions ? 'full' : state;
}

/**
 * A form in a list, as the caller may know it: the draft's texts for editors, the published ones for others.
 */
export function presentFormEntry(form: FormView, submissions: number | undefined): FormEntry {
  const isDraft = seesDraft(form);
  const allowed = formAllowed(form);
  const published = { title: form.published_title ?? '', description: form.published_description ?? '' };
  const { title, description } = isDraft ? form : published;
  return {
    id: form.id,
    slug: form.slug,
    space_slug: form.sees_space ? form.space_slug : '',
    title,
    description,
    visibility: form.visibility,
    effective_visibility: form.effective_visibility,
    revision: form.revision,
    published_version: form.published_version,
    state: form.published_version === null ? null : stateNow(form, submissions ?? 0),
    is_changed: isDraft && form.is_changed,
    created_at: form.created_at.toISOString(),
    updated_at: form.updated_at.toISOString(),
    trashed_at: form.trashed_at?.toISOString() ?? null,
    my_role: formRole(form),
    allowed,
    counts: { submissions: allowed.includes('form.read_submissions') ? (submissions ?? 0) : null },
  };
}

/** Settings that only editors see: notification addresses, the confirmation, the tables that options are of. */
const HIDDEN = {
  ...{ confirmation: '', notify: [], receipt_field: null, embed_origins: [], retention_days: null },
  option_sources: {},
};

const withoutConfirmation = (translations: FormTranslations): FormTranslations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { confirmation: _, ...texts }]) => [language, texts]),
  );

/** A form with its fields, the draft's or the published ones as the caller may know them, and its settings. */
export function presentForm(
  form: FormView,
  { fields, layout, translations }: StoredDefinition,
  submissions: number | undefined,
): Omit<Form, 'updated_by' | 'notify_has_answers' | 'setting_changes'> {
  const settings = parseFormSettings(form);
  return {
    ...presentFormEntry(form, submissions),
    fields,
    layout: completeLayout(fields, layout),
    translations: seesDraft(form) ? { ...translations } : withoutConfirmation(translations),
    settings: seesDraft(form) ? settings : { ...settings, ...HIDDEN },
  };
}

export function presentVersionEntry(row: VersionEntryRow): FormVersionEntry {
  return {
    version: row.version,
    title: row.title,
    published_by: { id: row.published_by, name: row.publisher_name },
    created_at: row.created_at.toISOString(),
  };
}

export function presentVersion(row: VersionRow): FormVersion {
  const { description, language, fields, layout, translations } = row;
  return {
    ...presentVersionEntry(row),
    description,
    language,
    fields,
    layout: completeLayout(fields, layout),
    translations: { ...translations },
  };
}
