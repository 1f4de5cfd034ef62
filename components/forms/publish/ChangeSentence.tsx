import { FormattedMessage, useIntl } from 'react-intl';
import { languageName } from '#components/forms/translate/language-name.ts';
import type { FormChangeImpact } from '#lib/contract/form-changes.ts';
import { RULE_NAMES } from '#lib/fields/field-types.ts';

/** One change of a form as a sentence. */
export function ChangeSentence({ change }: { change: FormChangeImpact }) {
  const intl = useIntl();
  const { code, label, detail } = change;
  const rule = RULE_NAMES.find((name) => name === detail);
  const shown = code === 'translations_changed' ? languageName(intl.locale, label) : label;
  return (
    <FormattedMessage
      id={`form_change.${code}`}
      values={{
        label: <strong dir="auto">{shown}</strong>,
        detail: rule ? <FormattedMessage id={`form_rule.${rule}`} /> : <bdi>{detail}</bdi>,
        renamed: detail === null ? 'no' : 'yes',
      }}
    />
  );
}
