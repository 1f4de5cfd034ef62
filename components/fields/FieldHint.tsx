'use no memo';

import { use } from 'react';
import { findAmbiguity } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { hintFor, listEntryField } from '#lib/fields/hints.ts';
import { useIntl } from './field-messages.ts';
import { fieldProblem } from './field-problem.ts';
import { InputFormatContext } from './input-format.ts';
import { PhoneCountryContext } from './phone-country.ts';

type Props = {
  field: FieldDefinition;
  value: unknown;
  isRequired: boolean;
  /** Countries chosen for phone numbers, by index. */
  countries?: readonly string[] | undefined;
  /** Index of one entry; by default, the hint is for all of them. */
  entry?: number;
};

/** How to correct an invalid value; nothing where the message explains it fully. */
export function FieldHint({ field, value, isRequired, countries = [], entry }: Props) {
  const intl = useIntl();
  const usual = use(PhoneCountryContext);
  const writtenIn = use(InputFormatContext) ?? {};
  const own = fieldProblem(field, value, isRequired, (one) => one, { country: usual, countries });
  const problem = entry === undefined ? own?.problem : own?.entries.get(entry);
  const wrong = entry !== undefined && Array.isArray(value) ? value[entry] : value;
  // The prompt for an ambiguous text shows the possible values itself.
  const isUnclear = findAmbiguity(field, wrong, writtenIn) !== null;
  const country = countries[entry ?? 0] || usual;
  const hint =
    problem && !isUnclear
      ? hintFor(problem, entry === undefined ? field : listEntryField(field), wrong, { country }, intl)
      : null;
  return hint && <span dir="auto">{hint}</span>;
}
