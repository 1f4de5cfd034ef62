import { ArrowLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { changeFieldType, compatibleTypes } from '#components/forms/builder/changes/new-field.ts';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { OptionsEditor } from '#components/forms/builder/options/OptionsEditor.tsx';
import { HintText, PanelSection, PanelTitle, Switch } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import { RulesEditor } from '#components/forms/builder/rules/RulesEditor.tsx';
import type { FieldLocation } from '#components/forms/draft/fields-in-draft.ts';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { DEFINITION_LIMITS, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { COMPUTED_TYPES, type FieldType, isChoice, isList } from '#lib/fields/field-types.ts';
import { DefaultValue } from './DefaultValue.tsx';
import { FieldTexts } from './FieldTexts.tsx';
import { FormulaField } from './FormulaField.tsx';

/** All properties of a field. */
export function FieldProperties({ found: { field, around, beside } }: { found: FieldLocation }) {
  const { select } = useBuilder();
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  const group = around.at(-1);
  const types = compatibleTypes(field.type);

  return (
    <>
      {group && (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={ArrowLeft}
            onClick={() => select({ kind: 'field', id: group.id })}
          >
            <bdi>{group.label}</bdi>
          </Button>
        </div>
      )}
      <PanelTitle dir="auto">{field.label}</PanelTitle>
      <FieldTexts field={field} beside={beside} />
      {types.length > 1 && (
        <div data-part="type">
          <SelectField
            required
            label={<FormattedMessage id="builder.type" />}
            value={field.type}
            onChange={({ target }) => {
              const type = types.find((one): one is FieldType => one === target.value);
              if (type) set((one) => changeFieldType(one, type));
            }}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                <FormattedMessage id={`builder.type_${type}`} />
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div data-part="required">
        <Switch
          label={<FormattedMessage id="builder.required" />}
          checked={field.required !== false}
          onChange={(required) => set((one) => ({ ...one, required }))}
        />
      </div>
      {!isList({ type: field.type }) &&
        (!isChoice(field) || field.multiple) &&
        field.formula === undefined && (
          <div data-part="multiple">
            <Switch
              label={
                <FormattedMessage id={field.type === 'form' ? 'builder.repeated' : 'builder.multiple'} />
              }
              checked={field.multiple === true}
              onChange={(multiple) =>
                set((one) => {
                  const { multiple: _, default: __, rules, ...rest } = one;
                  const next = { ...rest, ...(multiple ? { multiple } : {}) };
                  const applicable = rules?.filter(({ rule }) => multiple || !rule.endsWith('count'));
                  return applicable && applicable.length > 0 ? { ...next, rules: applicable } : next;
                })
              }
            />
          </div>
        )}
      {isChoice(field) && <OptionsEditor field={field} />}
      {field.type === 'form' && (
        <HintText>
          <FormattedMessage
            id="builder.group_help"
            values={{ depth: DEFINITION_LIMITS.depth, fields: DEFINITION_LIMITS.fields }}
          />
        </HintText>
      )}
      <RulesEditor field={field} />
      {field.type !== 'form' && field.type !== 'file' && field.formula === undefined && (
        <DefaultValue field={field} />
      )}
      {COMPUTED_TYPES.includes(field.type) && !field.multiple && (
        <FormulaField field={field} beside={beside} around={around} />
      )}
      <PanelSection>
        <h3>
          <FormattedMessage id="builder.for_programs" />
        </h3>
        <div data-part="name">
          <TextField
            required
            spellCheck={false}
            autoCapitalize="none"
            maxLength={TEXT_LIMITS.name}
            label={<FormattedMessage id="builder.name" />}
            help={<FormattedMessage id="builder.name_help" />}
            value={field.name}
            error={problem('name')}
            onChange={({ target }) => set((one) => ({ ...one, name: target.value }), 'name')}
          />
        </div>
      </PanelSection>
    </>
  );
}
