import { ClipboardList } from 'lucide-react';
import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { RoundMark } from '#components/ui/EntryRow.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ListQuery } from '#context/use-list-query.ts';
import type { TrashedForm } from '#lib/contract/trash.ts';
import { deleteTrashedForm, restoreForm } from '#services/trash.ts';
import { TrashList } from './TrashList.tsx';
import { TrashSection } from './TrashSection.tsx';

type TrashedFormsProps = {
  handle: string;
  /** The slug of the space whose trash it is; null is the hub's. */
  space: string | null;
  list: ListQuery<TrashedForm>;
};

/** Forms in the trash, for users who may restore them. */
export function TrashedForms({ handle, space, list }: TrashedFormsProps) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  if (list.entries.length === 0 && !list.error) return null;

  const restore = async ({ id, title, space: { name, slug } }: TrashedForm) => {
    await restoreForm(id);
    list.remove(id);
    const place = name || intl.formatMessage({ id: 'trash.its_space' });
    toast({
      tone: 'success',
      text: (
        <FormattedMessage
          id="trash.form_restored"
          values={{ title: <bdi>{title}</bdi>, place: <bdi>{place}</bdi> }}
        />
      ),
      ...(slug
        ? {
            action: {
              label: <FormattedMessage id="trash.show" />,
              onSelect: () => void router.push(`/${handle}/${slug}/forms/${id}`),
            },
          }
        : {}),
    });
  };

  return (
    <TrashSection>
      <h2>
        <FormattedMessage id="trash.forms" />
      </h2>
      <TrashList
        label={intl.formatMessage({ id: 'trash.forms_list' })}
        list={list}
        show={(form) => ({
          id: form.id,
          mark: (
            <RoundMark aria-hidden>
              <ClipboardList size={16} />
            </RoundMark>
          ),
          title: form.title,
          place:
            !space && form.space.name ? (
              <FormattedMessage id="trash.in" values={{ place: <bdi>{form.space.name}</bdi> }} />
            ) : null,
          deletedBy: form.deleted_by?.name ?? null,
          deletedAt: form.deleted_at,
          expiresAt: form.expires_at,
          mayRestore: form.allowed.includes('form.restore'),
          mayDelete: form.allowed.includes('form.delete'),
        })}
        onRestore={restore}
        onDelete={async ({ id }) => {
          await deleteTrashedForm(id);
        }}
        deletion={{ text: <FormattedMessage id="trash.form_end_text" /> }}
      />
    </TrashSection>
  );
}
