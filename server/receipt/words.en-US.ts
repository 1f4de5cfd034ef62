/** The receipt's own words; all others are the form's, in the language of the answer. */
export const words = {
  receipt: 'Receipt of your answer',
  given: 'Given on {time}',
  changed: 'Changed on {time}',
  number: 'Number {id}',
  page: '{page} of {pages}',
  yes: 'Yes',
  no: 'No',
  lettersMissing:
    'Some letters can’t be shown in this file ([…]). All of it is in {name}, which is attached.',
  cut: 'There is more than fits here. All of it is in {name}, which is attached.',
} as const;

export function say(key: keyof typeof words, values: Record<string, string | number> = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
