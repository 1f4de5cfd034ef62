import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { contactName } from '#lib/contacts/contact-columns.ts';
import type { ContactDuplicate, ListedMerge } from '#lib/contract/contacts.ts';
import type { Row } from '#lib/contract/table.ts';
import { mergeContacts, setDistinct, undoMerge, undoMergeRun } from '#services/contacts.ts';

/** Merging of entries, marking them as distinct, and undoing both, each with a message about its result. */
export function useDuplicateActions(
  itemId: string,
  known: Parameters<typeof contactName>[1],
  reload: () => void,
) {
  const toast = useToast();
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    reload();
  };
  const undo = (id: string) =>
    attempt(async () => {
      await undoMerge(itemId, id);
      toast({ text: <FormattedMessage id="contacts.merge_undone" /> });
    });
  const undoListed = (merge: ListedMerge) => {
    if (merge.merges === 1) return undo(merge.id);
    return attempt(async () => {
      const { undone, refused } = await undoMergeRun(itemId, merge.run_id);
      toast({
        ...(refused > 0 ? { tone: 'error' as const } : {}),
        text: <FormattedMessage id="contacts.merge_run_undone" values={{ undone, refused }} />,
      });
    });
  };
  const announce = (id: string, row: Row) =>
    toast({
      tone: 'success',
      text: <FormattedMessage id="contacts.merged" values={{ name: contactName(row, known) }} />,
      action: { label: <FormattedMessage id="contacts.undo" />, onSelect: () => void undo(id) },
    });
  const markDistinct = (pair: ContactDuplicate, distinct = true): Promise<void> =>
    attempt(async () => {
      await setDistinct(
        itemId,
        pair.rows.map(({ id }) => id),
        distinct,
      );
      if (distinct)
        toast({
          text: <FormattedMessage id="contacts.distinct_done" />,
          action: {
            label: <FormattedMessage id="contacts.undo" />,
            onSelect: () => void markDistinct(pair, false),
          },
        });
    });
  const merge = (pair: ContactDuplicate) =>
    attempt(async () => {
      const merged = await mergeContacts(
        itemId,
        pair.rows.map(({ id }) => id),
      );
      announce(merged.id, merged.row);
    });

  return { announce, merge, markDistinct, undoListed };
}
