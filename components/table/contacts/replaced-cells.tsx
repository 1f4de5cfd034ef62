import { FormattedMessage } from 'react-intl';
import { sameCell } from '#components/table/changes/same-cell.ts';
import { savedCells } from '#components/table/changes/saved-cells.ts';
import type { ChangedCell } from '#components/table/changes/undo-stack.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { changeRow } from '#services/table.ts';

type Target = {
  item: Pick<Item, 'id'>;
  wireColumns: readonly WireColumn[];
  toast: (toast: Toast) => void;
  onChanged: () => void;
};
type SavedRow = { before: Values; row: Row; names: readonly string[]; previous: Values };

/**
 * Says that a save replaced what somebody else had written into the same cells meanwhile, and offers to put that back.
 * @returns whether it did
 */
export function showReplaced(target: Target, { before, row, names, previous }: SavedRow): boolean {
  const { toast } = target;
  const { cells, replaced } = savedCells(before, row, names, previous);
  if (replaced.length === 0) return false;
  const theirs = cells.filter(({ name }) => replaced.includes(name));
  toast({
    tone: 'warning',
    text: <FormattedMessage id="table.cell_replaced" values={{ label: labelsOf(target, replaced) }} />,
    action: {
      label: <FormattedMessage id="contacts.undo" />,
      onSelect: () =>
        void putBack(target, row, theirs).catch((error: unknown) =>
          toast({ tone: 'error', text: failureText(error) }),
        ),
    },
  });
  return true;
}

const labelsOf = ({ wireColumns }: Target, names: readonly string[]) =>
  names.map((one) => wireColumns.find(({ name }) => name === one)?.label ?? one).join(', ');

/** Writes what cells were before where nobody has changed them since. @throws the client's error */
async function putBack(target: Target, saved: Row, cells: readonly ChangedCell[]): Promise<void> {
  const { toast } = target;
  let { revision } = saved;
  let rest = cells;
  while (rest.length > 0) {
    const values = Object.fromEntries(rest.map(({ name, from }) => [name, from]));
    const outcome = await changeRow(target.item.id, { id: saved.id, revision, values });
    const problems = outcome?.status === 'refused' ? Object.values(outcome.errors ?? {}).flat() : [];
    if (problems.length > 0) toast({ tone: 'error', text: problems.join(' ') });
    if (outcome?.status === 'missing')
      toast({ tone: 'warning', text: <FormattedMessage id="table.row_gone" /> });
    const now = outcome?.status === 'stale' ? outcome.row : null;
    if (!now) break;
    revision = now.revision;
    rest = rest.filter(({ name, to }) => sameCell(now.values[name], to));
  }
  const others = cells.filter((cell) => !rest.includes(cell)).map(({ name }) => name);
  if (others.length > 0) {
    const values = { count: others.length, names: labelsOf(target, others) };
    toast({ tone: 'warning', text: <FormattedMessage id="table.undo_cells_stay" values={values} /> });
  }
  target.onChanged();
}
