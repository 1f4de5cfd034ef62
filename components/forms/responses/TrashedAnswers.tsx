import { useCallback, useContext, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { TrashLine } from '#components/trash/TrashLine.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList } from '#components/ui/EntryLine.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { TrashedAnswer } from '#lib/contract/answers.ts';
import type { Form } from '#lib/contract/form.ts';
import { ANSWERS_PAGE_SIZE, listTrashedAnswers, purgeAnswers, restoreAnswers } from '#services/answers.ts';
import type { Asked } from './asked.ts';

/** Values that say which answer it is. */
const NAMED_BY = 3;
const TITLE_LENGTH = 120;

/** What an answer is called in the list: its first texts, numbers or choices. */
function titleOf(asked: Asked, answer: Pick<TrashedAnswer, 'version' | 'values'>): string {
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

type TrashedAnswersProps = { form: Form; asked: Asked; onRestored: () => void };

/** The answers in the trash: brought back, or deleted for ever, one by one. */
export function TrashedAnswers({ form, asked, onRestored }: TrashedAnswersProps) {
  const intl = useIntl();
  const toast = useToast();
  const { timeZone } = useContext(WrittenInContext) ?? {};
  const [answers, setAnswers] = useState<TrashedAnswer[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<TrashedAnswer | null>(null);

  const load = useCallback(
    async (known: readonly TrashedAnswer[]) => {
      try {
        const found = await listTrashedAnswers(form.id, Math.floor(known.length / ANSWERS_PAGE_SIZE) + 1);
        const ids = new Set(known.map(({ id }) => id));
        setAnswers([...known, ...found.filter(({ id }) => !ids.has(id))]);
        setHasMore(found.length === ANSWERS_PAGE_SIZE);
        setProblem(null);
      } catch (error) {
        setProblem(error);
      }
    },
    [form.id],
  );
  useEffect(() => void load([]), [load]);

  const without = (id: string) => setAnswers((now) => now?.filter((one) => one.id !== id) ?? null);
  const restore = async ({ id }: TrashedAnswer) => {
    setBusy(id);
    try {
      const { data } = await restoreAnswers(form.id, [id]);
      without(id);
      toast({ tone: 'success', text: intl.formatMessage({ id: 'answers.restored' }, data) });
      onRestored();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  const end = async ({ id }: TrashedAnswer) => {
    await purgeAnswers(form.id, [id]);
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
          <TrashLine
            key={answer.id}
            mark={<KindIcon kind="form" />}
            title={titleOf(asked, answer) || intl.formatMessage({ id: 'answers.trash_nothing' })}
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
            onEnd={() => setEnding(answer)}
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
          onConfirm={() => end(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}
