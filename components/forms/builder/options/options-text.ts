import { newId } from '#components/forms/draft/fields-in-draft.ts';
import { OPTIONS_MAX, type Option } from '#lib/fields/definition.ts';

/** Options as text, one per line. */
export const optionsToText = (options: readonly Option[]): string =>
  options.map(({ label }) => label).join('\n');

/** Options from lines: existing ones keep their ids, and with them their submitted values. */
export function optionsFromText(text: string, before: readonly Option[]): Option[] {
  const known = new Map<string, string[]>();
  for (const { id, label } of before) known.set(label, [...(known.get(label) ?? []), id]);
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, OPTIONS_MAX)
    .map((label) => ({ id: known.get(label)?.shift() ?? newId('o'), label }));
}
