import { FormattedMessage } from 'react-intl';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { useUnclearProblem } from '#components/fields/NumberField.tsx';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { PanelSection } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

/** The initial value of a field, entered with the field's own editor. */
export function DefaultValue({ field }: { field: FieldDefinition }) {
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  const unclear = useUnclearProblem(field, field.default);
  return (
    <PanelSection data-part="default">
      <h3>
        <FormattedMessage id="builder.default" />
      </h3>
      <FieldEditor
        isBare
        field={field}
        path={`default-${field.id}`}
        value={field.default}
        problem={unclear ?? problem('default') ?? null}
        onChange={(value) =>
          set((one) => {
            const { default: _, ...rest } = one;
            const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
            return isEmpty ? rest : { ...rest, default: value };
          }, 'default')
        }
      />
    </PanelSection>
  );
}
