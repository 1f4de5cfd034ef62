import { ClipboardList } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryList, RoundMark } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ListQuery } from '#context/use-list-query.ts';
import type { TrashedForm } from '#lib/contract/trash.ts';
import { deleteTrashedForm, restoreForm } from '#services/trash.ts';
import { TrashRow } from './TrashRow.tsx';
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
  const [restoring, setRestoring] = useState<string | null>(null);
  const [ending, setEnding] = useState<TrashedForm | null>(null);
  if (list.entries.length === 0 && !list.error) return null;

  const restore = async (form: TrashedForm) => {
    setRestoring(form.id);
    try {
      await restoreForm(form.id);
      list.remove(form.id);
      const place = form.space.name || intl.formatMessage({ id: 'trash.its_space' });
      const { slug } = form.space;
      toast({
        tone: 'success',
        text: (
          <FormattedMessage
            id="trash.form_restored"
            values={{ title: <bdi>{form.title}</bdi>, place: <bdi>{place}</bdi> }}
          />
        ),
        ...(slug
          ? {
              action: {
                label: <FormattedMessage id="trash.show" />,
                onSelect: () => void router.push(`/${handle}/${slug}/forms/${form.id}`),
              },
            }
          : {}),
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setRestoring(null);
  };

  return (
    <TrashSection>
      <h2>
        <FormattedMessage id="trash.forms" />
      </h2>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      <EntryList aria-label={intl.formatMessage({ id: 'trash.forms_list' })}>
        {list.entries.map((form) => (
          <TrashRow
            key={form.id}
            mark={
              <RoundMark aria-hidden>
                <ClipboardList size={16} />
              </RoundMark>
            }
            title={form.title}
            place={
              !space && form.space.name ? (
                <FormattedMessage id="trash.in" values={{ place: <bdi>{form.space.name}</bdi> }} />
              ) : null
            }
            deletedBy={form.deleted_by?.name ?? null}
            deletedAt={form.deleted_at}
            expiresAt={form.expires_at}
            busy={restoring === form.id}
            onRestore={form.allowed.includes('form.restore') ? () => void restore(form) : null}
            onDelete={form.allowed.includes('form.delete') ? () => setEnding(form) : null}
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
          title={<FormattedMessage id="trash.end_title" values={{ title: <bdi>{ending.title}</bdi> }} />}
          text={<FormattedMessage id="trash.form_end_text" />}
          submit={<FormattedMessage id="trash.end_submit" />}
          danger
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await deleteTrashedForm(ending.id);
            list.remove(ending.id);
            setEnding(null);
            toast({
              text: <FormattedMessage id="trash.ended" values={{ title: <bdi>{ending.title}</bdi> }} />,
            });
          }}
        />
      )}
    </TrashSection>
  );
}
