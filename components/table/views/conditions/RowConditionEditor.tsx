import { useIntl } from 'react-intl';
import { ConditionEditor, type EditedValue } from '#components/fields/ConditionEditor.tsx';
import type { GroupDraft } from '#components/fields/condition-draft.ts';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { OPERATORS, type RowOperator } from '#lib/fields/field-types.ts';
import { type FilterKind, LIST_COMPARISONS, offeredOperators } from '#lib/fields/filter-kind.ts';
import { filterColumns } from '../../columns/filter-columns.ts';
import { missingColumn } from '../../columns/missing-column.ts';
import { DayValue } from './DayValue.tsx';

const [PeopleSelect] = componentOnUse(() => import('./PeopleSelect.tsx').then((file) => file.PeopleSelect));
const [RowsSelect] = componentOnUse(() => import('./RowsSelect.tsx').then((file) => file.RowsSelect));

type RowConditionEditorProps = {
  columns: readonly WireColumn[];
  group: GroupDraft;
  onChange: (group: GroupDraft) => void;
};

const isMany = (kind: FilterKind) => kind === 'choices' || kind === 'people' || kind === 'link';
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');

/** Edits which rows a view shows or colours. */
export function RowConditionEditor({ columns, group, onChange }: RowConditionEditorProps) {
  const intl = useIntl();
  const filtered = filterColumns(columns);
  const byId = new Map(filtered.map((one) => [one.field.id, one]));
  const kindOf = (id: string): FilterKind => byId.get(id)?.kind ?? 'plain';
  const labelOf = (op: RowOperator, kind: FilterKind) => {
    if (op === 'any_of')
      return intl.formatMessage({ id: isMany(kind) ? 'table.op_has_any' : 'table.op_any_of' });
    if (op === 'none_of')
      return intl.formatMessage({ id: isMany(kind) ? 'table.op_has_none' : 'table.op_none_of' });
    if (op === 'all_of') return intl.formatMessage({ id: 'table.op_all_of' });
    if (op === 'exactly') return intl.formatMessage({ id: 'table.op_exactly' });
    if (op === 'within') return intl.formatMessage({ id: 'table.op_within' });
    if (op === 'is_not_empty') return intl.formatMessage({ id: 'table.op_is_not_empty' });
    const known = OPERATORS.find((one) => one === op);
    return known ? intl.formatMessage({ id: `form_logic.op_${known}` }) : op;
  };
  const renderValue = ({ field, op, value, label, onChange: setValue }: EditedValue) => {
    const kind = kindOf(field.id);
    const isList = LIST_COMPARISONS.has(op);
    const setIds = (ids: string[]) => setValue(isList ? ids : ids[0]);
    if (kind === 'day' && !isList) {
      const takesPeriod = op === 'within' || op === 'before' || op === 'after';
      const day = { field, label, value, takesPeriod, takesExact: op !== 'within' };
      return <DayValue {...day} onChange={setValue} />;
    }
    const takesPerson = op === 'equals' || op === 'not_equals' || kind === 'people';
    if ((kind === 'person' || kind === 'people') && (isList || takesPerson))
      return <PeopleSelect label={label} chosen={idsOf(value)} isSingle={!isList} onChange={setIds} />;
    const column = columns.find(({ id }) => id === field.id);
    const table = column?.shown_as?.table ?? column?.table;
    if (kind === 'link' && isList && table)
      return <RowsSelect label={label} tableId={table} chosen={idsOf(value)} onChange={setIds} />;
    if (isList) {
      // Of a group by several texts, which the column has no choice of.
      const texts = idsOf(value).map((text) => ({ id: text, label: text }));
      const own = { id: `${field.id}_values`, name: `${field.name}_values`, label, required: true };
      return (
        <FieldEditor
          isBare
          field={{ ...own, type: 'multi-select', options: field.options ?? texts }}
          value={Array.isArray(value) ? value : []}
          onChange={setValue}
        />
      );
    }
    return null;
  };
  return (
    <ConditionEditor
      group={group}
      onChange={onChange}
      availableFields={filtered.map(({ field }) => field)}
      comparisons={{
        operatorsFor: (field, current) => {
          const offered = offeredOperators(byId.get(field.id) ?? { field, kind: 'plain' });
          const all = current === '' || offered.includes(current) ? offered : [...offered, current];
          return all.map((op) => ({ op, label: labelOf(op, kindOf(field.id)) }));
        },
        renderValue,
        texts: {
          field: intl.formatMessage({ id: 'table.condition_column' }),
          choose: intl.formatMessage({ id: 'table.condition_choose' }),
          missing: (id) => missingColumn(intl, columns, id),
        },
      }}
    />
  );
}
