import { useCallback, useContext, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { TrashRow } from '#components/trash/TrashRow.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Form } from '#lib/contract/form.ts';
import type { TrashedSubmission } from '#lib/contract/submissions.ts';
import {
  deleteTrashedSubmissions,
  listTrashedSubmissions,
  restoreSubmissions,
  SUBMISSIONS_PAGE_SIZE,
} from '#services/submissions.ts';
import type { SubmissionColumns } from './submission-columns.ts';

/** Number of values that identify a submission. */
const NAMED_BY = 3;
const TITLE_LENGTH = 120;

/** The title of a submission in the list: its first texts, numbers or choices. */
function titleOf(asked: SubmissionColumns, answer: Pick<TrashedSubmission, 'version' | 'values'>): string {
  const texts = asked.fields.flatMap((field) => {
    if (field.type === 'file' || field.type === 'json' || field.type === 'form') return [];
    const value = asked.valueOf(answer, field.id);
    const labels = new Map(field.options?.map(({ id, label }) => [id, label]));
    return (Array.isArray(value) ? value : [value]).flatMap((one) => {
      if (typeof one === 'number') return [String(one)];
      return typeof one === 'string' && one.trim() !== '' ? [labels.get(one) ?? one] : [];
    });
  });
  return texts.slice(0, NAMED_BY).join(' · ').slice(0, TITLE_LENGTH);
}

type TrashedSubmissionsProps = { form: Form; columns: SubmissionColumns; onRestored: () => void };

/** The submissions in the trash: restored or permanently deleted one by one. */
export function TrashedSubmissions({ form, columns, onRestored }: TrashedSubmissionsProps) {
  const intl = useIntl();
  const toast = useToast();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const [answers, setAnswers] = useState<TrashedSubmission[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<TrashedSubmission | null>(null);

  const load = useCallback(
    async (known: readonly TrashedSubmission[]) => {
      try {
        const found = await listTrashedSubmissions(
          form.id,
          Math.floor(known.length / SUBMISSIONS_PAGE_SIZE) + 1,
        );
        const ids = new Set(known.map(({ id }) => id));
        setAnswers([...known, ...found.filter(({ id }) => !ids.has(id))]);
        setHasMore(found.length === SUBMISSIONS_PAGE_SIZE);
        setProblem(null);
      } catch (error) {
        setProblem(error);
      }
    },
    [form.id],
  );
  useEffect(() => void load([]), [load]);

  const without = (id: string) => setAnswers((now) => now?.filter((one) => one.id !== id) ?? null);
  const restore = async ({ id }: TrashedSubmission) => {
    setBusy(id);
    try {
      const { data } = await restoreSubmissions(form.id, [id]);
      without(id);
      toast({ tone: 'success', text: intl.formatMessage({ id: 'answers.restored' }, data) });
      onRestored();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  const deletePermanently = async ({ id }: TrashedSubmission) => {
    await deleteTrashedSubmissions(form.id, [id]);
    without(id);
    setEnding(null);
    toast({ tone: 'success', text: intl.formatMessage({ id: 'answers.purged' }) });
  };
  if (problem !== null)
    return <ErrorState message={failureText(problem)} onRetry={() => void load(answers ?? [])} />;
  if (!answers) return <SkeletonList rows={4} />;
  if (answers.length === 0) {
    return (
      <EmptyState
        title={<FormattedMessage id="answers.trash_none" />}
        text={<FormattedMessage id="answers.trash_none_text" />}
      />
    );
  }
  return (
    <section aria-label={intl.formatMessage({ id: 'answers.trash_list' })}>
      <EntryList>
        {answers.map((answer) => (
          <TrashRow
            key={answer.id}
            mark={<KindIcon kind="form" />}
            title={titleOf(columns, answer) || intl.formatMessage({ id: 'answers.trash_nothing' })}
            place={
              <FormattedMessage
                id="answers.trash_received"
                values={{
                  time: intl.formatDate(answer.created_at, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                    timeZone,
                  }),
                }}
              />
            }
            deletedBy={answer.trashed_by?.name || null}
            deletedAt={answer.trashed_at}
            expiresAt={answer.gone_at}
            onRestore={() => void restore(answer)}
            onDelete={() => setEnding(answer)}
            busy={busy === answer.id}
          />
        ))}
      </EntryList>
      {hasMore && (
        <Button variant="quiet" onClick={() => void load(answers)}>
          <FormattedMessage id="answers.trash_more" />
        </Button>
      )}
      {ending && (
        <Confirm
          danger
          title={<FormattedMessage id="answers.purge_title" />}
          text={<FormattedMessage id="answers.purge_text" />}
          submit={<FormattedMessage id="answers.purge_submit" />}
          onConfirm={() => deletePermanently(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}
