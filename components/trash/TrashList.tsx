import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ListQuery } from '#context/use-list-query.ts';
import { space } from '#styles/tokens.ts';
import { TrashRow } from './TrashRow.tsx';

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${space(4)};
`;

/** An entry of the trash, as a row shows it. */
export type TrashedEntry = {
  id: string;
  mark: ReactNode;
  title: string;
  place?: ReactNode;
  deletedBy: string | null;
  deletedAt: string;
  expiresAt: string;
  mayRestore: boolean;
  mayDelete: boolean;
};

type TrashListProps<Entry> = {
  label: string;
  list: ListQuery<Entry>;
  show: (entry: Entry) => TrashedEntry;
  /** Restores an entry; its error is shown. */
  onRestore: (entry: Entry) => Promise<void>;
  /** Deletes an entry permanently; its error is shown in the question. */
  onDelete: (entry: Entry) => Promise<void>;
  /** The question before an entry is deleted permanently; by default it names the entry. */
  deletion: { title?: ReactNode; text: ReactNode; submit?: ReactNode; done?: ReactNode };
};

/** Entries of the trash page by page; each is restored, or deleted permanently after a question. */
export function TrashList<Entry>(props: TrashListProps<Entry>) {
  const { label, list, show, onRestore, onDelete, deletion } = props;
  const toast = useToast();
  const [restoring, setRestoring] = useState<string | null>(null);
  const [ending, setEnding] = useState<Entry | null>(null);

  const restore = async (entry: Entry) => {
    setRestoring(show(entry).id);
    try {
      await onRestore(entry);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setRestoring(null);
    }
  };
  const endedTitle = ending && <bdi>{show(ending).title}</bdi>;

  return (
    <>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      {list.entries.length > 0 && (
        <EntryList aria-label={label}>
          {list.entries.map((entry) => {
            const { id, mayRestore, mayDelete, ...row } = show(entry);
            return (
              <TrashRow
                key={id}
                {...row}
                busy={restoring === id}
                onRestore={mayRestore ? () => void restore(entry) : null}
                onDelete={mayDelete ? () => setEnding(entry) : null}
              />
            );
          })}
        </EntryList>
      )}
      {list.hasMore && (
        <More>
          <Button busy={list.loading} onClick={list.loadMore}>
            <FormattedMessage id="trash.more" />
          </Button>
        </More>
      )}
      {ending && (
        <Confirm
          title={
            deletion.title ?? <FormattedMessage id="trash.delete_title" values={{ title: endedTitle }} />
          }
          text={deletion.text}
          submit={deletion.submit ?? <FormattedMessage id="trash.delete_submit" />}
          danger
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await onDelete(ending);
            list.remove(show(ending).id);
            setEnding(null);
            toast({
              text: deletion.done ?? <FormattedMessage id="trash.ended" values={{ title: endedTitle }} />,
            });
          }}
        />
      )}
    </>
  );
}
