'use no memo';

import { use } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { entryOf, hintFor } from '#lib/fields/hints.ts';
import { unclearText } from '#lib/fields/unclear-text.ts';
import { fieldProblem } from './field-problem.ts';
import { PhoneCountry } from './phone-country.ts';
import { useIntl } from './words.ts';
import { WrittenInContext } from './written-in.ts';

type Props = {
  field: FieldDefinition;
  value: unknown;
  isRequired: boolean;
  /** Which of several; of all of them where none is said. */
  entry?: number;
};

/** What would be right in place of a value that is wrong; nothing where its message says it all. */
export function FieldHint({ field, value, isRequired, entry }: Props) {
  const intl = useIntl();
  const country = use(PhoneCountry) ?? null;
  const writtenIn = use(WrittenInContext) ?? {};
  const own = fieldProblem(field, value, isRequired, (one) => one, country);
  const problem = entry === undefined ? own?.problem : own?.entries.get(entry);
  const wrong = entry !== undefined && Array.isArray(value) ? value[entry] : value;
  // What is asked about an unclear text says what would be right itself.
  const isUnclear = unclearText(field, wrong, writtenIn) !== null;
  const hint =
    problem && !isUnclear
      ? hintFor(problem, entry === undefined ? field : entryOf(field), wrong, { country }, intl)
      : null;
  return hint && <span dir="auto">{hint}</span>;
}
