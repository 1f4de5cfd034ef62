import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { FieldFrame } from '#components/fields/FieldFrame.tsx';
import { useFieldId } from '#components/fields/field-ids.ts';
import { PersonField, peopleIds, peopleValue } from '#components/sharing/PersonField.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { engineType, hasSeveral } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { durationText, parseDuration } from '#lib/fields/duration.ts';
import { CheckField } from './CheckField.tsx';
import type { ColumnDraft } from './column-draft.ts';

type DefaultValueProps = {
  draft: ColumnDraft;
  /** Of the column while it has its type: they say how a day is written. */
  rules: FieldDefinition['rules'];
  error: string | undefined;
  onChange: (change: Pick<Partial<ColumnDraft>, 'default' | 'isDefaultComputed'>) => void;
};

/** What is computed of how a row is added, by the types that have such a default (`creationDefaultOf`). */
const COMPUTED_MESSAGES: Partial<
  Record<string, 'table.default_today' | 'table.default_now' | 'table.default_creator'>
> = {
  date: 'table.default_today',
  datetime: 'table.default_now',
  person: 'table.default_creator',
};

/** The draft's values as the field engine knows them; none is required. */
const fieldOf = (draft: ColumnDraft, label: string, rules: FieldDefinition['rules']): FieldDefinition => ({
  ...{ id: 'default', name: 'default', label, required: false },
  type: engineType(draft, () => false),
  multiple: hasSeveral(draft),
  ...(rules ? { rules } : {}),
});

type DurationDefaultProps = {
  label: string;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

function DurationDefault({ label, value, error, onChange }: DurationDefaultProps) {
  const [typed, setTyped] = useState(typeof value === 'number' ? durationText(value) : String(value ?? ''));
  return (
    <TextField
      label={label}
      value={typed}
      error={error}
      placeholder="0:00:00"
      dir="ltr"
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === '' ? undefined : (parseDuration(target.value) ?? target.value));
      }}
    />
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

type PersonDefaultProps = {
  field: FieldDefinition;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

function PersonDefault({ field, value, error, onChange }: PersonDefaultProps) {
  const id = useFieldId(field.name);
  const isSeveral = field.multiple === true;
  return (
    <FieldFrame id={id} name={field.name} label={field.label} problem={error ?? null} isRequired={false}>
      {({ name: _, ...control }) => (
        <PersonField
          label={field.label}
          isSeveral={isSeveral}
          chosen={peopleIds(value)}
          names={NO_NAMES}
          control={control}
          onChange={(ids) => onChange(peopleValue(ids, isSeveral))}
        />
      )}
    </FieldFrame>
  );
}

/** What new rows have in a column: a value, entered as in a row, or what follows from how they are added. */
export function DefaultValue({ draft, rules, error, onChange }: DefaultValueProps) {
  const intl = useIntl();
  const { type, default: value, isDefaultComputed } = draft;
  const label = intl.formatMessage({ id: 'table.column_default' });
  const field = fieldOf(draft, label, rules);
  const set = (changed: unknown) => onChange({ default: changed });
  const editor = (): ReactNode => {
    if (type === 'person') return <PersonDefault {...{ field, value, error }} onChange={set} />;
    if (type === 'duration') return <DurationDefault {...{ label, value, error }} onChange={set} />;
    return (
      <FieldEditor
        key={field.type}
        field={field}
        value={value}
        isRequired={false}
        problem={error ?? null}
        onChange={set}
      />
    );
  };
  const computed = COMPUTED_MESSAGES[type];
  return (
    <>
      {!isDefaultComputed && editor()}
      {computed && (
        <CheckField
          checked={isDefaultComputed}
          onChange={(checked) =>
            onChange({ isDefaultComputed: checked, ...(checked ? { default: undefined } : {}) })
          }
        >
          <FormattedMessage id={computed} />
        </CheckField>
      )}
    </>
  );
}
