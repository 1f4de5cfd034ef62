import type { Check, FileFacts } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { numberRule, typeProblem, withOwnMessage } from '#lib/fields/rule-bounds.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

/** The problem of a file's name or size, or null; before it is sent, and afterwards. */
export function fileProblem(field: FieldDefinition, { name, size }: FileFacts): Problem | null {
  const { label } = field;
  const extensions = field.rules?.find((rule) => rule.rule === 'extensions');
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (extensions && !(name.includes('.') && extensions.value.includes(extension)))
    return withOwnMessage(
      { code: 'extensions', params: { label, extensions: extensions.value } },
      extensions,
    );
  const most = numberRule(field, 'max_bytes');
  return most && size > most.value
    ? withOwnMessage({ code: 'max_bytes', params: { label, max: most.value } }, most)
    : null;
}

export function fileCheck(field: FieldDefinition): Check {
  const invalid = typeProblem(field);
  return (value, { fileOf }) => {
    if (typeof value !== 'string' || value.length > 200 || hasUnreadableCharacters(value)) return invalid;
    if (!fileOf) return null;
    const file = fileOf(value);
    return file ? fileProblem(field, file) : invalid;
  };
}
