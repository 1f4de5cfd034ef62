import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { useFieldChange, withText } from '#components/forms/builder/panel/use-field-change.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { isDerivedName, namesOf, uniqueFieldName } from '#components/forms/draft/fields-in-draft.ts';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';

type FieldTextsProps = { field: FieldDefinition; beside: readonly FieldDefinition[] };

/** The texts of a field that a person who fills in the form reads: label, help and placeholder. */
export function FieldTexts({ field, beside }: FieldTextsProps) {
  const { form } = useDraft();
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  // The machine name of a published field doesn't follow its label any more.
  const [isFree] = useState(
    () => form.published_version === null || field.label === '' || !isKnown(form, field.id),
  );

  const relabel = (label: string) =>
    set((one) => {
      if (!isFree || !isDerivedName(one.name, one.label)) return { ...one, label };
      const taken = namesOf(beside.filter(({ id }) => id !== one.id));
      return { ...one, label, name: uniqueFieldName(label, taken) };
    }, 'label');

  return (
    <>
      <div data-part="label">
        <TextField
          required
          dir="auto"
          maxLength={TEXT_LIMITS.label}
          label={<FormattedMessage id="builder.label" />}
          value={field.label}
          error={problem('label')}
          onChange={({ target }) => relabel(target.value)}
        />
      </div>
      <div data-part="help">
        <TextAreaField
          dir="auto"
          rows={2}
          maxLength={TEXT_LIMITS.help}
          label={<FormattedMessage id="builder.help" />}
          value={field.help ?? ''}
          error={problem('help')}
          onChange={({ target }) => set((one) => withText(one, 'help', target.value), 'help')}
        />
      </div>
      {!isChoice(field) && field.type !== 'form' && field.type !== 'file' && (
        <div data-part="placeholder">
          <TextField
            dir="auto"
            maxLength={TEXT_LIMITS.placeholder}
            label={<FormattedMessage id="builder.placeholder" />}
            value={field.placeholder ?? ''}
            error={problem('placeholder')}
            onChange={({ target }) => set((one) => withText(one, 'placeholder', target.value), 'placeholder')}
          />
        </div>
      )}
    </>
  );
}

/** Whether the server had this field when the screen was opened. */
const isKnown = (form: { fields: readonly Record<string, unknown>[] }, id: string): boolean =>
  JSON.stringify(form.fields).includes(JSON.stringify(id));
