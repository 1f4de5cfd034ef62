import { ListTree, Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { CONDITION_DEPTH, type FieldDefinition } from '#lib/fields/definition.ts';
import { hasNoValue, isChoice, operatorsFor, type RowOperator } from '#lib/fields/field-types.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import {
  type GroupDraft,
  JOINS,
  newGroup,
  newTest,
  type PartDraft,
  type TestDraft,
  withPart,
} from './condition-draft.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { useUnclearProblem } from './NumberField.tsx';
import { usePartFocus } from './use-part-focus.ts';

const Group = styled.fieldset<{ $inner: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  min-width: 0;
  padding: ${({ $inner }) => ($inner ? space(3) : 0)};
  border: ${({ $inner }) => ($inner ? `1px solid ${color('frameLine')}` : 0)};
  border-radius: ${radius('control')};

  > legend {
    float: left;
    width: 100%;
    padding: 0;
  }
`;

const Head = styled.div`
  display: flex;
  gap: ${space(2)};

  > select {
    width: auto;
    max-width: 100%;
  }
`;

const Test = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.2fr) minmax(0, 0.9fr) minmax(0, 1.2fr) 40px;
  align-items: start;
  gap: ${space(2)};
  min-width: 0;

  > button {
    margin-top: 2px;
  }

  > :nth-child(3):not(button) {
    min-width: 0;
  }

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr) 40px;
    padding: ${space(3)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};

    > * {
      grid-column: 1;
    }

    > button {
      grid-row: 1;
      grid-column: 2;
    }
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** A field for the value that a condition compares with, of the same type as its field. */
function valueField(field: FieldDefinition, key: number, label: string): FieldDefinition {
  const shared = { id: `condition_${key}`, name: `condition_${key}`, label, required: true } as const;
  if (isChoice(field)) return { ...shared, type: 'select', options: field.options ?? [] };
  // Parts of e-mail addresses and phone numbers can be compared with, too.
  const isTyped =
    field.type === 'number' || field.type === 'date' || field.type === 'time' || field.type === 'datetime';
  return { ...shared, type: isTyped ? field.type : 'text' };
}

/** An operator, by its name on the screen. */
export type OfferedOperator = { op: RowOperator; label: string };

/** How fields are compared where a condition is edited. */
export type Comparisons = {
  /** @param current the operator that it has, which may be one that is offered no more */
  operatorsFor: (field: FieldDefinition, current: RowOperator | '') => readonly OfferedOperator[];
  /** Edits the value; null for the input of the field's own type. */
  renderValue: (value: EditedValue) => ReactNode;
  /** What it says where fields are called otherwise. */
  texts?: { field: string; choose: string; missing: (id: string) => string };
};
/** The value of a comparison, while it is edited. */
export type EditedValue = {
  field: FieldDefinition;
  op: RowOperator;
  value: unknown;
  label: string;
  onChange: (value: unknown) => void;
};

type ConditionEditorProps = {
  group: GroupDraft;
  onChange: (group: GroupDraft) => void;
  availableFields: readonly FieldDefinition[];
  /** By default those of forms. */
  comparisons?: Comparisons;
};

/** Edits a condition: its fields, operators and values; groups can be nested. */
export function ConditionEditor({ group, onChange, availableFields, comparisons }: ConditionEditorProps) {
  const intl = useIntl();
  const ofForms: Comparisons = {
    operatorsFor: (field) =>
      operatorsFor(field).map((op) => ({ op, label: intl.formatMessage({ id: `form_logic.op_${op}` }) })),
    renderValue: () => null,
  };
  return (
    <GroupEditor
      group={group}
      depth={1}
      availableFields={availableFields}
      comparisons={comparisons ?? ofForms}
      change={(key, fn) => {
        const changed = key === group.key ? fn(group) : withPart(group, key, fn);
        if (changed?.kind === 'group') onChange(changed);
      }}
      onRemove={null}
    />
  );
}

type Change = (key: number, fn: (part: PartDraft) => PartDraft | null) => void;

type GroupEditorProps = {
  group: GroupDraft;
  depth: number;
  availableFields: readonly FieldDefinition[];
  comparisons: Comparisons;
  change: Change;
  onRemove: (() => void) | null;
};

function GroupEditor({ group, depth, availableFields, comparisons, change, onRemove }: GroupEditorProps) {
  const intl = useIntl();
  const { key, join, parts } = group;
  const frame = useRef<HTMLFieldSetElement>(null);
  const focusPart = usePartFocus(frame, parts.length);
  const add = (part: PartDraft) => {
    focusPart(parts.length);
    change(key, (now) => (now.kind === 'group' ? { ...now, parts: [...now.parts, part] } : now));
  };
  const remove = (part: PartDraft, at: number) => {
    focusPart(at);
    change(part.key, () => null);
  };
  return (
    <Group ref={frame} $inner={depth > 1}>
      <legend>
        <Head>
          <Select
            aria-label={intl.formatMessage({ id: 'form_logic.join' })}
            value={join}
            onChange={(event) =>
              change(key, (now) =>
                now.kind === 'group'
                  ? { ...now, join: JOINS.find((one) => one === event.target.value) ?? 'all' }
                  : now,
              )
            }
          >
            {JOINS.map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: `form_logic.join_${one}` })}
              </option>
            ))}
          </Select>
          {onRemove && (
            <IconButton
              icon={X}
              label={intl.formatMessage({ id: 'form_logic.remove_group' })}
              onClick={onRemove}
            />
          )}
        </Head>
      </legend>
      {parts.map((part, at) =>
        part.kind === 'group' ? (
          <GroupEditor
            key={part.key}
            group={part}
            depth={depth + 1}
            availableFields={availableFields}
            comparisons={comparisons}
            change={change}
            onRemove={() => remove(part, at)}
          />
        ) : (
          <TestEditor
            key={part.key}
            test={part}
            number={at + 1}
            availableFields={availableFields}
            comparisons={comparisons}
            change={change}
            onRemove={parts.length > 1 || depth > 1 ? () => remove(part, at) : null}
          />
        ),
      )}
      <Acts>
        <Button size="small" variant="quiet" icon={Plus} onClick={() => add(newTest())}>
          <FormattedMessage id="form_logic.add_test" />
        </Button>
        {depth < CONDITION_DEPTH - 1 && (
          <Button
            size="small"
            variant="quiet"
            icon={ListTree}
            onClick={() => add(newGroup(join === 'all' ? 'any' : 'all'))}
          >
            <FormattedMessage id="form_logic.add_group" />
          </Button>
        )}
      </Acts>
    </Group>
  );
}

type TestEditorProps = {
  test: TestDraft;
  /** Its number among its siblings, from 1. */
  number: number;
  availableFields: readonly FieldDefinition[];
  comparisons: Comparisons;
  change: Change;
  onRemove: (() => void) | null;
};

function TestEditor({ test, number, availableFields, comparisons, change, onRemove }: TestEditorProps) {
  const intl = useIntl();
  const { key, op, value } = test;
  const field = availableFields.find(({ id }) => id === test.field);
  const isGone = test.field !== '' && !field;
  const offered = field ? comparisons.operatorsFor(field, op) : [];
  const set = (more: Partial<Omit<TestDraft, 'key' | 'kind'>>) =>
    change(key, (now) => (now.kind === 'test' ? { ...now, ...more } : now));
  const setField = (id: string) => {
    const chosen = availableFields.find((one) => one.id === id);
    const operators = chosen ? comparisons.operatorsFor(chosen, '') : [];
    // The operator stays if the new field supports it; the value does not, because its type differs.
    const same = operators.find((one) => one.op === op) ?? operators[0];
    set({ field: id, op: same?.op ?? '', value: undefined });
  };
  const setOperator = (chosen: string) => {
    const next = offered.find((one) => one.op === chosen)?.op ?? '';
    // A list of values is none for an operator that compares with one, nor the other way round.
    const isSameKind =
      Array.isArray(value) ===
      (next === 'any_of' || next === 'all_of' || next === 'none_of' || next === 'exactly');
    set({ op: next, ...(isSameKind ? {} : { value: undefined }) });
  };
  const setValue = (next: unknown) => set({ value: next });
  const valueLabel = intl.formatMessage({ id: 'form_logic.value' });
  const texts = comparisons.texts ?? {
    field: intl.formatMessage({ id: 'form_logic.field' }),
    choose: intl.formatMessage({ id: 'form_logic.choose_field' }),
    missing: () => intl.formatMessage({ id: 'form_logic.gone_field' }),
  };
  return (
    <Test role="group" aria-label={intl.formatMessage({ id: 'form_logic.test' }, { number })}>
      <Select
        aria-label={texts.field}
        aria-invalid={isGone || undefined}
        value={test.field}
        onChange={(event) => setField(event.target.value)}
      >
        <option value="" disabled>
          {texts.choose}
        </option>
        {isGone && <option value={test.field}>{texts.missing(test.field)}</option>}
        {availableFields.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label={intl.formatMessage({ id: 'form_logic.operator' })}
        value={op}
        disabled={!field}
        onChange={({ target }) => setOperator(target.value)}
      >
        {field ? (
          offered.map((one) => (
            <option key={one.op} value={one.op}>
              {one.label}
            </option>
          ))
        ) : (
          <option value="">–</option>
        )}
      </Select>
      {field && op !== '' && !hasNoValue(op) ? (
        (comparisons.renderValue({ field, op, value, label: valueLabel, onChange: setValue }) ?? (
          <ConditionValue field={valueField(field, key, valueLabel)} value={value} onChange={setValue} />
        ))
      ) : (
        <span />
      )}
      {onRemove ? (
        <IconButton
          icon={X}
          label={intl.formatMessage({ id: 'form_logic.remove_test' }, { number })}
          onClick={onRemove}
        />
      ) : (
        <span />
      )}
    </Test>
  );
}

type ConditionValueProps = { field: FieldDefinition; value: unknown; onChange: (value: unknown) => void };

/** The value of a comparison, parsed like the form's input. */
function ConditionValue(props: ConditionValueProps) {
  const unclear = useUnclearProblem(props.field, props.value);
  return <FieldEditor isBare problem={unclear} {...props} />;
}
