import { FormattedMessage, useIntl } from 'react-intl';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { UNKNOWN_OPTIONS } from '#lib/contract/import-choice.ts';
import {
  type Column,
  DATE_ORDERS,
  DECIMAL_MARKS,
  EMPTY_CELLS,
  MATCH_COLUMNS_MAX,
  ON_MATCH,
} from '#lib/contract/table.ts';
import type { ImportCheck } from '#lib/contract/table-import.ts';
import type { ImportControl } from './use-import.ts';

type NewOptionsProps = { check: ImportCheck; columns: readonly Column[] };

/** The choices of the first lines that columns would get. */
function NewOptions({ check, columns }: NewOptionsProps) {
  return check.new_options.map(({ column_id: id, count, labels }) => (
    <div key={id} dir="auto">
      <FormattedMessage
        id="table.import_new_options"
        values={{
          column: columns.find((column) => column.id === id)?.label ?? '',
          labels: labels.join(', '),
          more: count - labels.length,
        }}
      />
    </div>
  ));
}

/** How numbers and dates of the file are read, and what happens to rows that the table has already. */
export function ImportRules(control: ImportControl) {
  const { head, isContacts, hasType, hasChoices, fillable, check, matchable, rules, setRules } = control;
  const intl = useIntl();
  if (!head) return null;
  const { matchOn } = rules;
  // One more than are chosen, while there are others to choose.
  const matchFields = [...matchOn, ''].slice(0, Math.min(matchable.length, MATCH_COLUMNS_MAX));
  const matchBy = (at: number, id: string) =>
    setRules({
      matchOn: id === '' ? matchOn.slice(0, at) : [...matchOn.slice(0, at), id, ...matchOn.slice(at + 1)],
    });
  return (
    <>
      {!head.sheets && hasType('number', 'currency', 'percent') && (
        <SelectField
          label={<FormattedMessage id="table.import_numbers" />}
          required
          help={<FormattedMessage id="table.import_numbers_help" />}
          value={rules.decimalMark}
          onChange={(event) =>
            setRules({ decimalMark: DECIMAL_MARKS.find((mark) => mark === event.target.value) ?? '' })
          }
        >
          <option value="">{intl.formatMessage({ id: 'table.import_detect' })}</option>
          <option value=".">1,234.5</option>
          <option value=",">1.234,5</option>
        </SelectField>
      )}
      {hasType('date', 'datetime') && (
        <SelectField
          label={<FormattedMessage id="table.import_days" />}
          required
          help={<FormattedMessage id="table.import_days_help" />}
          value={rules.dateOrder}
          onChange={(event) =>
            setRules({ dateOrder: DATE_ORDERS.find((order) => order === event.target.value) ?? '' })
          }
        >
          <option value="">{intl.formatMessage({ id: 'table.import_detect' })}</option>
          <option value="day">{intl.formatMessage({ id: 'table.import_day_first' })}</option>
          <option value="month">{intl.formatMessage({ id: 'table.import_month_first' })}</option>
        </SelectField>
      )}
      {hasChoices && (
        <ChoiceField
          label={<FormattedMessage id="table.import_options" />}
          required
          help={
            check && check.new_options.length > 0 ? (
              <NewOptions check={check} columns={fillable} />
            ) : undefined
          }
          choices={UNKNOWN_OPTIONS}
          value={rules.unknownOptions}
          textOf={(one) => intl.formatMessage({ id: `table.import_options_${one}` })}
          onChoose={(unknownOptions) => setRules({ unknownOptions })}
        />
      )}
      {matchFields.map((chosen, at) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
          key={at}
          label={
            <FormattedMessage
              id={
                at === 0
                  ? 'table.import_match'
                  : isContacts
                    ? 'contacts.import_match_else'
                    : 'table.import_match_and'
              }
            />
          }
          required
          help={at === 0 ? <FormattedMessage id="table.import_match_help" /> : undefined}
          value={chosen}
          onChange={(event) => matchBy(at, event.target.value)}
        >
          <option value="">
            {intl.formatMessage({ id: at === 0 ? 'table.import_match_none' : 'table.import_match_no_more' })}
          </option>
          {matchable
            .filter(({ id }) => id === chosen || !matchOn.includes(id))
            .map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
        </SelectField>
      ))}
      {matchOn.length > 0 && (
        <ChoiceField
          label={<FormattedMessage id="table.import_on_match" />}
          required
          choices={ON_MATCH}
          value={rules.onMatch}
          textOf={(one) => intl.formatMessage({ id: `table.on_match_${one}` })}
          onChoose={(onMatch) => setRules({ onMatch })}
        />
      )}
      {matchOn.length > 0 && rules.onMatch === 'update' && (
        <ChoiceField
          label={<FormattedMessage id="table.import_empty_cells" />}
          required
          choices={EMPTY_CELLS}
          value={rules.emptyCells}
          textOf={(one) => intl.formatMessage({ id: `table.import_empty_${one}` })}
          onChoose={(emptyCells) => setRules({ emptyCells })}
        />
      )}
    </>
  );
}
