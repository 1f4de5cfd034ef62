import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { emailProblem } from '#lib/text/rules.ts';

type AddressedSubmission = { fields: readonly FieldDefinition[]; values: Values };

function addressIn(field: FieldDefinition, values: Values): string | null {
  const value = field.type === 'email' ? ownValue(values, field.name) : null;
  return typeof value === 'string' && value !== '' && !emailProblem(value) ? value : null;
}

/** The address that the submission itself names for its receipt; null where it names none. */
export function receiptAddress(
  { receipt_field }: Pick<FormSettings, 'receipt_field'>,
  { fields, values }: AddressedSubmission,
): string | null {
  const field = receipt_field && fields.find(({ id }) => id === receipt_field);
  return field ? addressIn(field, values) : null;
}

/** The address for replies to the submitter: the address for the receipt, else the first e-mail field's. */
export function respondentAddress(
  settings: Pick<FormSettings, 'receipt_field'>,
  submission: AddressedSubmission,
): string | null {
  const receipt = receiptAddress(settings, submission);
  if (receipt !== null) return receipt;
  for (const field of submission.fields) {
    const address = addressIn(field, submission.values);
    if (address !== null) return address;
  }
  return null;
}
