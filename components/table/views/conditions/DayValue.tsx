import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { Input, Select } from '#components/ui/control.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { DAYS_MAX, isRelativeDays, RELATIVE_DAYS } from '#lib/fields/relative-days.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
`;

const EXACT = 'exact';
const COUNTED = /^(past|next)_(.*)_days$/;
/** Of a number of days that was just chosen. */
const DAYS = 7;

type DayValueProps = {
  field: FieldDefinition;
  label: string;
  value: unknown;
  /** Whether one day, or one moment, can be the value. */
  takesExact: boolean;
  /** Whether a period can. */
  takesPeriod: boolean;
  onChange: (value: unknown) => void;
};

/** Edits what a day is compared with: a period relative to today, or a day. */
export function DayValue({ field, label, value, takesExact, takesPeriod, onChange }: DayValueProps) {
  const intl = useIntl();
  // The number may be half typed.
  const [, direction, count = ''] = COUNTED.exec(String(value)) ?? [];
  const text = typeof value === 'string' && (direction || isRelativeDays(value)) ? value : null;
  const kind = direction ?? text ?? (takesExact ? EXACT : '');
  const choose = (chosen: string) => {
    if (chosen === EXACT) return onChange(undefined);
    onChange(chosen === 'past' || chosen === 'next' ? `${chosen}_${count || DAYS}_days` : chosen);
  };
  const exact = (
    <FieldEditor
      isBare
      field={{ id: `${field.id}_day`, name: `${field.name}_day`, label, type: field.type, required: true }}
      value={text === null ? value : undefined}
      onChange={onChange}
    />
  );
  if (!takesPeriod) return exact;
  return (
    <Parts>
      <Select aria-label={label} value={kind} onChange={({ target }) => choose(target.value)}>
        {takesExact ? (
          <option value={EXACT}>{intl.formatMessage({ id: 'table.filter_exact' })}</option>
        ) : (
          <option value="" disabled>
            {intl.formatMessage({ id: 'table.filter_choose_days' })}
          </option>
        )}
        {RELATIVE_DAYS.map((one) => (
          <option key={one} value={one}>
            {intl.formatMessage({ id: `table.filter_${one}` })}
          </option>
        ))}
        <option value="past">{intl.formatMessage({ id: 'table.filter_past' })}</option>
        <option value="next">{intl.formatMessage({ id: 'table.filter_next' })}</option>
      </Select>
      {direction && (
        <Input
          type="number"
          min={1}
          max={DAYS_MAX}
          aria-label={intl.formatMessage({ id: 'table.filter_days' })}
          value={count}
          onChange={({ target }) => onChange(`${direction}_${target.value}_days`)}
        />
      )}
      {kind === EXACT && exact}
    </Parts>
  );
}
