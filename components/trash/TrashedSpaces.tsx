import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { TrashedSpace } from '#lib/contract/trash.ts';
import type { ListPage } from '#services/http.ts';
import { deleteTrashedSpace, listTrashedSpaces, restoreSpace } from '#services/trash.ts';
import { TrashRow } from './TrashRow.tsx';
import { TrashSection } from './TrashSection.tsx';

const spaceId = ({ id }: TrashedSpace) => id;

/** Deleted spaces, for their former owners. */
export function TrashedSpaces({ handle, first }: { handle: string; first: ListPage<TrashedSpace> }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const list = useListQuery({
    of: ['hub', handle, 'trash', 'spaces'],
    first,
    load: ({ page }, signal) => listTrashedSpaces(page, { signal }),
    idOf: spaceId,
  });
  const [restoring, setRestoring] = useState<string | null>(null);
  const [ending, setEnding] = useState<TrashedSpace | null>(null);
  if (list.entries.length === 0 && !list.error) return null;

  const restore = async (space: TrashedSpace) => {
    setRestoring(space.id);
    try {
      const { data } = await restoreSpace(space.id);
      toast({
        tone: 'success',
        text: <FormattedMessage id="trash.space_restored" values={{ space: <bdi>{space.name}</bdi> }} />,
      });
      await router.push(`/${handle}/${data.slug}`);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      setRestoring(null);
    }
  };

  return (
    <TrashSection>
      <h2>
        <FormattedMessage id="trash.spaces" />
      </h2>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      <EntryList aria-label={intl.formatMessage({ id: 'trash.spaces' })}>
        {list.entries.map((space) => (
          <TrashRow
            key={space.id}
            mark={<Avatar name={space.name} seed={space.id} size={36} square />}
            title={space.name}
            deletedBy={space.deleted_by?.name ?? null}
            deletedAt={space.deleted_at}
            expiresAt={space.expires_at}
            busy={restoring === space.id}
            onRestore={() => void restore(space)}
            onDelete={() => setEnding(space)}
          />
        ))}
      </EntryList>
      {list.hasMore && (
        <Button busy={list.loading} onClick={list.loadMore}>
          <FormattedMessage id="trash.more" />
        </Button>
      )}
      {ending && (
        <Confirm
          title={<FormattedMessage id="trash.end_title" values={{ title: <bdi>{ending.name}</bdi> }} />}
          text={<FormattedMessage id="trash.end_space_text" />}
          submit={<FormattedMessage id="trash.end_submit" />}
          danger
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await deleteTrashedSpace(ending.id);
            list.remove(ending.id);
            setEnding(null);
            toast({
              text: <FormattedMessage id="trash.ended" values={{ title: <bdi>{ending.name}</bdi> }} />,
            });
          }}
        />
      )}
    </TrashSection>
  );
}
