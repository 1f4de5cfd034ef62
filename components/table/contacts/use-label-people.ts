import { useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import { createLabel, labelIdsOf, labelPeople } from '#services/labels.ts';
import type { LabelsOfList } from './use-labels.ts';

type Change = { add?: readonly string[]; remove?: readonly string[] };

/** Gives labels to people and takes them away: shown at once, and as before where that fails. */
export function useLabelPeople(
  itemId: string,
  { column, labels }: Pick<LabelsOfList, 'column' | 'labels'>,
  rows: readonly Row[],
  onChanged: () => void,
) {
  const toast = useToast();
  /** What is being written of people, by the revision of the row that it changes. */
  const [pending, setPending] = useState<ReadonlyMap<string, { revision: number; ids: string[] }>>(new Map());
  const [created, setCreated] = useState<{ id: string; label: string } | null>(null);
  const idsOf = (row: Row): string[] => {
    const own = pending.get(row.id);
    return own && own.revision === row.revision ? own.ids : labelIdsOf(row, column);
  };

  const write = async (inColumn: { name: string }, change: Change) => {
    const { add = [], remove = [] } = change;
    const shown = rows.map((row) => ({
      ...row,
      values: { ...row.values, [inColumn.name]: idsOf(row) },
    }));
    setPending(
      new Map(
        shown.map((row) => {
          const rest = labelIdsOf(row, inColumn).filter((id) => !remove.includes(id));
          return [
            row.id,
            { revision: row.revision, ids: [...rest, ...add.filter((id) => !rest.includes(id))] },
          ];
        }),
      ),
    );
    try {
      const outcomes = await labelPeople(itemId, inColumn, shown, change);
      const [problem] = outcomes.flatMap(({ errors = {} }) => Object.values(errors).flat());
      if (problem !== undefined) {
        toast({ tone: 'error', text: problem });
        setPending(new Map());
      }
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      setPending(new Map());
    }
    onChanged();
  };
  const create = async (text: string) => {
    try {
      const made = await createLabel(itemId, text);
      setCreated({ id: made.id, label: text });
      await write(made.column, { add: [made.id] });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const change = (what: Change) => {
    if (column) void write(column, what);
  };
  // One that was made a moment ago is not in the list of all yet.
  const known = created && !labels.some(({ id }) => id === created.id) ? [...labels, created] : labels;
  return { idsOf, change, create, labels: known };
}
