import { isOptionLabel } from '#lib/fields/option-label.ts';

/** What the column of labels is called where it is made: at the first label of a contact list. */
export const LABELS = 'Labels';
/** The name of that column, by which it is known: two that are made at the same moment can't both have it. */
export const LABELS_NAME = 'labels';

const folded = (text: string) => text.trim().toLowerCase();

/** Whether a column of a file is the one of labels. */
export const isLabelsHeader = (header: string): boolean => folded(header) === LABELS_NAME;

type AnyColumn = { name: string; label: string; type: string; formula?: string | undefined };

const TYPES: ReadonlySet<string> = new Set(['multi-select', 'checkboxes']);

const takesLabels = ({ type, formula }: AnyColumn) => TYPES.has(type) && formula === undefined;

/** The column of a contact list whose choices are the labels of its people: by its name, which stays when it is renamed, else by its label. */
export function labelColumnOf<Column extends AnyColumn>(columns: readonly Column[]): Column | undefined {
  const able = columns.filter(takesLabels);
  return able.find(({ name }) => name === LABELS_NAME) ?? able.find(({ label }) => isLabelsHeader(label));
}

/** Groups that Google puts people into by itself are written with a star; these have a meaning for anybody who chose them. */
const STARRED: ReadonlyMap<string, string> = new Map([
  ['* friends', 'Friends'],
  ['* family', 'Family'],
  ['* coworkers', 'Coworkers'],
]);
const SYSTEM_GROUP = /^(?:\* .*|my ?contacts)$/i;

/** A group of another program as a label; null for one that the program makes by itself, such as `* myContacts`, and for what no label can be. */
export function labelOfGroup(group: string): string | null {
  const text = group.replaceAll(/\s+/g, ' ').trim();
  const starred = STARRED.get(text.toLowerCase());
  if (starred !== undefined) return starred;
  return SYSTEM_GROUP.test(text) || !isOptionLabel(text) ? null : text;
}

/** Groups of other programs as labels, each once in whatever case. */
export function labelsOfGroups(groups: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const group of groups) {
    const label = labelOfGroup(group);
    if (label !== null && !found.has(folded(label))) found.set(folded(label), label);
  }
  return [...found.values()];
}

/** Labels as the cell of a file, of which an import reads the same ones again. */
export function labelsCell(labels: readonly string[]): string {
  const [only = '', ...more] = labels;
  if (labels.some((label) => label.includes(';'))) return `${labels.join('\n')}\n`;
  // A semicolon tells that the comma is a part of the label.
  if (more.length === 0) return only.includes(',') ? `${only};` : only;
  return labels.join('; ');
}

/** The ids of labels that people have together, those of the first one first. */
export const unitedLabels = (values: readonly unknown[]): unknown[] => [
  ...new Set(values.flat().filter((one) => one !== null && one !== undefined)),
];
