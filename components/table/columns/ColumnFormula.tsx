import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { FormulaExamples } from '#components/fields/FormulaExamples.tsx';
import { TextField } from '#components/ui/Field.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { space } from '#styles/tokens.ts';

const Help = styled.details`
  margin-top: ${space(2)};

  > summary {
    cursor: pointer;
  }
`;

type ColumnFormulaProps = {
  /** Of a column of formulas: without one it can't be. */
  isRequired: boolean;
  value: string;
  error: string | undefined;
  columns: readonly WireColumn[];
  onChange: (formula: string) => void;
};

/** How a column's values are worked out, with the columns and functions that it can use. */
export function ColumnFormula({ isRequired, value, error, columns, onChange }: ColumnFormulaProps) {
  const intl = useIntl();
  const functions = intl.formatMessage({ id: 'table.formula_functions' });
  return (
    <div>
      <TextField
        label={<FormattedMessage id="table.column_formula" />}
        help={
          <FormattedMessage
            id={isRequired ? 'table.column_formula_only_help' : 'table.column_formula_help'}
          />
        }
        required={isRequired}
        value={value}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <Help>
        <summary>{functions}</summary>
        {columns.length > 0 && (
          <p dir="auto">
            <FormattedMessage
              id="table.formula_columns"
              values={{
                names: columns
                  .map(({ label, name }) => (label === name ? `{${name}}` : `{${name}} (${label})`))
                  .join(', '),
              }}
            />
          </p>
        )}
        <FormulaExamples label={functions} />
      </Help>
    </div>
  );
}
