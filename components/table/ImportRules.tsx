import { FormattedMessage, useIntl } from 'react-intl';
import { SelectField } from '#components/ui/Field.tsx';
import { ON_MATCH } from '#lib/contract/table.ts';
import type { ImportControl } from './use-import.ts';

/** How numbers and dates of the file are read, and what happens to rows that the table has already. */
export function ImportRules({ head, hasType, matchable, rules, setRules }: ImportControl) {
  const intl = useIntl();
  if (!head) return null;
  return (
    <>
      {hasType('number') && (
        <SelectField
          label={<FormattedMessage id="table.import_numbers" />}
          required
          value={rules.decimalMark}
          onChange={(event) => setRules({ decimalMark: event.target.value })}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_as_hub' })}</option>
          <option value=".">1,234.5</option>
          <option value=",">1.234,5</option>
        </SelectField>
      )}
      {hasType('date', 'datetime') && (
        <SelectField
          label={<FormattedMessage id="table.import_days" />}
          required
          value={rules.dateOrder}
          onChange={(event) => setRules({ dateOrder: event.target.value })}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_as_hub' })}</option>
          <option value="day">{intl.formatMessage({ id: 'table.import_day_first' })}</option>
          <option value="month">{intl.formatMessage({ id: 'table.import_month_first' })}</option>
        </SelectField>
      )}
      {matchable.length > 0 && (
        <SelectField
          label={<FormattedMessage id="table.import_match" />}
          required
          help={<FormattedMessage id="table.import_match_help" />}
          value={rules.matchOn}
          onChange={(event) => setRules({ matchOn: event.target.value })}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_match_none' })}</option>
          {matchable.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {rules.matchOn && (
        <SelectField
          label={<FormattedMessage id="table.import_on_match" />}
          required
          value={rules.onMatch}
          onChange={(event) =>
            setRules({ onMatch: ON_MATCH.find((one) => one === event.target.value) ?? 'update' })
          }
        >
          {ON_MATCH.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `table.on_match_${one}` })}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
