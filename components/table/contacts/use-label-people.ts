import { useMutation } from '@tanstack/react-query';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import { createLabel, labelIdsOf, labelPeople } from '#services/labels.ts';
import type { LabelsOfList } from './use-labels.ts';

/** What is written: labels of the list, or a new one. */
type Change = {
  add: readonly string[];
  remove: readonly string[];
  text: string | null;
  /** The people as they are shown, and the labels that they get. */
  rows: readonly Row[];
  next: ReadonlyMap<string, { revision: number; ids: string[] }>;
};

/** Gives labels to people and takes them away: shown at once, and as before where that fails. */
export function useLabelPeople(
  itemId: string,
  { column, labels }: Pick<LabelsOfList, 'column' | 'labels'>,
  rows: readonly Row[],
  onChanged: () => void,
) {
  const toast = useToast();
  const { mutate, variables, data, isError } = useMutation({
    mutationFn: async ({ add, remove, text, rows: people }: Change) => {
      const made = text === null ? null : await createLabel(itemId, text);
      const inColumn = made?.column ?? column;
      if (!inColumn) return { created: null, problem: null };
      const outcomes = await labelPeople(itemId, inColumn, people, {
        add: made ? [...add, made.id] : add,
        remove,
      });
      const [problem = null] = outcomes.flatMap(({ errors = {} }) => Object.values(errors).flat());
      return { created: made && text !== null ? { id: made.id, label: text } : null, problem };
    },
    onSuccess: ({ problem }) => {
      if (problem !== null) toast({ tone: 'error', text: problem });
    },
    onError: (error) => toast({ tone: 'error', text: failureText(error) }),
    onSettled: onChanged,
  });
  const isRefused = isError || (data !== undefined && data.problem !== null);
  const idsOf = (row: Row): string[] => {
    const own = isRefused ? undefined : variables?.next.get(row.id);
    return own && own.revision === row.revision ? own.ids : labelIdsOf(row, column);
  };
  const write = (add: readonly string[], remove: readonly string[], text: string | null) => {
    const people = rows.map((row) =>
      column ? { ...row, values: { ...row.values, [column.name]: idsOf(row) } } : row,
    );
    const next = people.map((row) => {
      const rest = labelIdsOf(row, column).filter((id) => !remove.includes(id));
      const ids = [...rest, ...add.filter((id) => !rest.includes(id))];
      return [row.id, { revision: row.revision, ids }] as const;
    });
    mutate({ add, remove, text, rows: people, next: new Map(next) });
  };
  const created = data?.created ?? null;
  // One that was made a moment ago is not in the list of all yet.
  const known = created && !labels.some(({ id }) => id === created.id) ? [...labels, created] : labels;
  return {
    idsOf,
    labels: known,
    add: (id: string) => write([id], [], null),
    remove: (id: string) => write([], [id], null),
    create: (text: string) => write([], [], text),
  };
}
