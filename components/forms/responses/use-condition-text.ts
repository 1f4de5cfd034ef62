import { useIntl } from 'react-intl';
import { useNumberFormat } from '#components/fields/use-number-format.ts';
import type { Comparison } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { SubmissionColumns } from './submission-columns.ts';

/** Returns a function that describes a condition as text. */
export function useConditionText(columns: SubmissionColumns): (condition: Comparison) => string {
  const intl = useIntl();
  const formatNumber = useNumberFormat();
  return ({ field: id, op, value }) => {
    const field = columns.byId.get(id);
    const label = field?.label ?? intl.formatMessage({ id: 'submissions.gone_field' });
    const must = intl.formatMessage({ id: `submissions.op_${op}` });
    if (value === undefined) {
      return intl.formatMessage({ id: 'submissions.filter_where_alone' }, { field: label, op: must });
    }
    const option = field && isChoice(field) ? field.options?.find((one) => one.id === value) : undefined;
    const shown = option?.label ?? (typeof value === 'number' ? formatNumber(value) : value);
    return intl.formatMessage({ id: 'submissions.filter_where' }, { field: label, op: must, value: shown });
  };
}
