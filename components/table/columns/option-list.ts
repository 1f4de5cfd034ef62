import type { WireColumn } from '#lib/contract/table.ts';
import type { Option } from '#lib/fields/definition.ts';
import { colorOfOption, type OptionColor, type OptionColors } from '#lib/fields/option-colors.ts';
import { randomId } from '#lib/fields/read-definition.ts';

/** One of a choice's options while its column is edited: a new one has its id already, which colours and defaults refer to. */
export type OptionDraft = { id: string; label: string; color: OptionColor | null };

export const newOption = (label = ''): OptionDraft => ({ id: randomId(), label, color: null });

export const optionDrafts = (column: Pick<WireColumn, 'options' | 'option_colors'> | null): OptionDraft[] =>
  (column?.options ?? []).map(({ id, label }) => ({
    ...{ id, label },
    color: colorOfOption(column?.option_colors, { id }) ?? null,
  }));

/** Those that have a text: an empty line is no option. */
const named = (drafts: readonly OptionDraft[]) => drafts.filter(({ label }) => label.trim() !== '');

/** Options as they are sent, with their colours. */
export function sentOptions(drafts: readonly OptionDraft[]): {
  options: Option[];
  option_colors: OptionColors | null;
} {
  const options = named(drafts);
  const colors = options.flatMap(({ id, color }) => (color ? [[id, color] as const] : []));
  return {
    options: options.map(({ id, label }) => ({ id, label: label.trim() })),
    option_colors: colors.length > 0 ? Object.fromEntries(colors) : null,
  };
}

/** The place among all drafts of an option that was sent, which problems are named by. */
export const placeOfSent = (drafts: readonly OptionDraft[], sent: number): number =>
  drafts.indexOf(named(drafts)[sent] ?? newOption());

/**
 * Several lines that are pasted into an option: the first replaces its text, each of the others becomes an option after it, in
 * place of none that is there already.
 */
export function withLines(drafts: readonly OptionDraft[], at: number, text: string): OptionDraft[] {
  const [first = '', ...others] = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const known = new Set(drafts.flatMap(({ label }, place) => (place === at ? [] : [label.trim()])));
  known.add(first);
  const added: OptionDraft[] = [];
  for (const line of others) {
    if (known.has(line)) continue;
    known.add(line);
    added.push(newOption(line));
  }
  const changed = drafts.map((draft, place) => (place === at ? { ...draft, label: first } : draft));
  return changed.toSpliced(at + 1, 0, ...added);
}
