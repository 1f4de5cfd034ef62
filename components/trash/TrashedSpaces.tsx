import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '#components/ui/Avatar.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { TrashedSpace } from '#lib/contract/trash.ts';
import type { ListPage } from '#services/http.ts';
import { deleteTrashedSpace, listTrashedSpaces, restoreSpace } from '#services/trash.ts';
import { TrashList } from './TrashList.tsx';
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
  if (list.entries.length === 0 && !list.error) return null;

  const restore = async (space: TrashedSpace) => {
    const { data } = await restoreSpace(space.id);
    toast({
      tone: 'success',
      text: <FormattedMessage id="trash.space_restored" values={{ space: <bdi>{space.name}</bdi> }} />,
    });
    await router.push(`/${handle}/${data.slug}`);
  };

  return (
    <TrashSection>
      <h2>
        <FormattedMessage id="trash.spaces" />
      </h2>
      <TrashList
        label={intl.formatMessage({ id: 'trash.spaces' })}
        list={list}
        show={(space) => ({
          id: space.id,
          mark: <Avatar name={space.name} seed={space.id} size={36} square />,
          title: space.name,
          deletedBy: space.deleted_by?.name ?? null,
          deletedAt: space.deleted_at,
          expiresAt: space.expires_at,
          mayRestore: true,
          mayDelete: true,
        })}
        onRestore={restore}
        onDelete={async ({ id }) => {
          await deleteTrashedSpace(id);
        }}
        deletion={{ text: <FormattedMessage id="trash.delete_space_text" /> }}
      />
    </TrashSection>
  );
}
