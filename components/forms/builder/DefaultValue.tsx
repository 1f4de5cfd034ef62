import { FormattedMessage } from 'react-intl';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { useUnclearProblem } from '#components/fields/NumberField.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { PanelSection } from './panel.tsx';
import { useFieldChange } from './use-field-change.ts';
import { useProblem } from './use-problem.ts';

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
