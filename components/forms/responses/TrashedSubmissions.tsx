import { useContext } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { TrashList } from '#components/trash/TrashList.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { Form } from '#lib/contract/form.ts';
import type { TrashedSubmission } from '#lib/contract/submissions.ts';
import {
  deleteTrashedSubmissions,
  listTrashedSubmissions,
  restoreSubmissions,
} from '#services/submissions.ts';
import type { SubmissionColumns } from './submission-columns.ts';

/** Number of values that identify a submission. */
const NAMED_BY = 3;
const TITLE_LENGTH = 120;

/** The title of a submission in the list: its first texts, numbers or choices. */
function titleOf(
  columns: SubmissionColumns,
  submission: Pick<TrashedSubmission, 'version' | 'values'>,
): string {
  const texts = columns.fields.flatMap((field) => {
    if (field.type === 'file' || field.type === 'json' || field.type === 'form') return [];
    const value = columns.valueOf(submission, field.id);
    const labels = new Map(field.options?.map(({ id, label }) => [id, label]));
    return (Array.isArray(value) ? value : [value]).flatMap((one) => {
      if (typeof one === 'number') return [String(one)];
      return typeof one === 'string' && one.trim() !== '' ? [labels.get(one) ?? one] : [];
    });
  });
  return texts.slice(0, NAMED_BY).join(' · ').slice(0, TITLE_LENGTH);
}

type TrashedSubmissionsProps = { form: Form; columns: SubmissionColumns; onRestored: () => void };

const submissionId = ({ id }: TrashedSubmission) => id;

/** The submissions in the trash: restored or permanently deleted one by one. */
export const TrashedSubmissions = withQueries(function TrashedSubmissions({
  form,
  columns,
  onRestored,
}: TrashedSubmissionsProps) {
  const intl = useIntl();
  const toast = useToast();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const list = useListQuery({
    of: ['form', form.id, 'trashed-submissions'],
    first: null,
    load: ({ page }, signal) => listTrashedSubmissions(form.id, page, { signal }),
    idOf: submissionId,
  });
  const restore = async ({ id }: TrashedSubmission) => {
    const { data } = await restoreSubmissions(form.id, [id]);
    list.remove(id);
    toast({ tone: 'success', text: intl.formatMessage({ id: 'submissions.restored' }, data) });
    onRestored();
  };
  if (list.entries.length === 0 && !list.error) {
    if (list.loading) return <SkeletonList rows={4} />;
    return (
      <EmptyState
        title={<FormattedMessage id="submissions.trash_none" />}
        text={<FormattedMessage id="submissions.trash_none_text" />}
      />
    );
  }
  return (
    <section>
      <TrashList
        label={intl.formatMessage({ id: 'submissions.trash_list' })}
        list={list}
        show={(submission) => ({
          id: submission.id,
          mark: <KindIcon kind="form" />,
          title:
            titleOf(columns, submission) || intl.formatMessage({ id: 'submissions.trash_without_values' }),
          place: (
            <FormattedMessage
              id="submissions.trash_received"
              values={{
                time: intl.formatDate(submission.created_at, {
                  dateStyle: 'medium',
                  timeStyle: 'short',
                  timeZone,
                }),
              }}
            />
          ),
          deletedBy: submission.trashed_by?.name || null,
          deletedAt: submission.trashed_at,
          expiresAt: submission.gone_at,
          mayRestore: true,
          mayDelete: true,
        })}
        onRestore={restore}
        onDelete={async ({ id }) => {
          await deleteTrashedSubmissions(form.id, [id]);
        }}
        deletion={{
          title: <FormattedMessage id="submissions.purge_title" />,
          text: <FormattedMessage id="submissions.purge_text" />,
          submit: <FormattedMessage id="submissions.purge_submit" />,
          done: <FormattedMessage id="submissions.purged" />,
        }}
      />
    </section>
  );
});
