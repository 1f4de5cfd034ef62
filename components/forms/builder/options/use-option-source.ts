import { useDraft } from '#components/forms/draft/draft-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import type { FormSettings, OptionSource } from '#lib/contract/form-settings.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

/** The table that the options of a choice were taken from, and storing another one. */
export function useOptionSource({ id }: FieldDefinition) {
  const { form, content, send, dismissSettingConflict } = useDraft();
  // While a new version is rolled out, a process of the earlier one may answer, whose settings have none.
  const settings: Partial<FormSettings> = form.settings;
  const all = settings.option_sources ?? {};
  return {
    source: Object.hasOwn(all, id) ? all[id] : undefined,
    saveSource: (source: OptionSource): void => {
      const others = Object.entries(all).filter(([one]) => one !== id && findField(content.fields, one));
      const option_sources = { ...Object.fromEntries(others), [id]: source };
      // Without it nothing is said of later values: the options themselves are part of the draft.
      send({ settings: { option_sources } }, { option_sources: all }).catch(() =>
        dismissSettingConflict('option_sources'),
      );
    },
  };
}
