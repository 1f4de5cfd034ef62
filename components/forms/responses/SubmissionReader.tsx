import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { failureOf } from '#services/http.ts';
import { changeSubmission, getSubmission, listSubmissions } from '#services/submissions.ts';
import { EmptySubmissions } from './EmptySubmissions.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';
import { readMarkSeenOnOpen } from './stored-preferences.ts';
import type { SubmissionsProps } from './submissions-props.ts';
import { listParamsOf } from './submissions-view.ts';

type Found = { of: string; submission: SubmissionDetail | null; error: unknown };

type SubmissionReaderProps = SubmissionsProps & {
  /** The submission to focus when it is shown. */
  focused: string | null;
  onFocused: (id: string | null) => void;
};

/** One submission at a time, in the order of the list; J and K move between them. */
export function SubmissionReader({
  form,
  columns,
  control,
  reloadKey,
  onChanged,
  focused,
  onFocused,
}: SubmissionReaderProps) {
  const { view, show } = control;
  const storage = useAccountStorage();
  const toast = useToast();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const list = listParamsOf(view);
  const of = JSON.stringify([form.id, view.answer, list, reloadKey, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says all that is asked for
  useEffect(() => {
    let over = false;
    const load = async (): Promise<SubmissionDetail | null> => {
      let id = view.answer;
      if (id === null) {
        const first = await listSubmissions(form.id, list, null, { size: 1 });
        id = first.data[0]?.id ?? null;
      }
      if (id === null) return null;
      const { data } = await getSubmission(form.id, id, list);
      if (data.state !== 'new' || !readMarkSeenOnOpen(storage)) return data;
      const { state } = (await changeSubmission(form.id, id, { state: 'seen' })).data;
      return { ...data, state };
    };
    load().then(
      (answer) => !over && setFound({ of, submission: answer, error: null }),
      (error: unknown) => !over && setFound({ of, submission: null, error }),
    );
    return () => {
      over = true;
    };
  }, [of]);

  const submission = found?.submission ?? null;
  const step = (id: string | null) => {
    if (id === null) return;
    onFocused(null);
    show({ answer: id }, { replace: true });
  };
  useStepKeys({
    previous: () => step(submission?.previous ?? null),
    next: () => step(submission?.next ?? null),
  });

  if (!found) return <SkeletonList rows={6} />;
  if (found.error !== null) {
    const isGone = failureOf(found.error)?.status === 404;
    return (
      <ErrorState
        message={isGone ? <FormattedMessage id="answers.gone" /> : failureText(found.error)}
        onRetry={isGone ? undefined : () => setAttempt(attempt + 1)}
      />
    );
  }
  if (!submission) return <EmptySubmissions form={form} control={control} />;
  return (
    <SubmissionPanel
      form={form}
      columns={columns}
      submission={submission}
      takesFocus={focused === submission.id}
      busy={found.of !== of}
      onStep={step}
      onChange={(changed) =>
        // Another one may be open by now.
        setFound((now) => (now?.submission?.id === changed.id ? { ...now, submission: changed } : now))
      }
      onCorrected={() => {
        toast({ tone: 'success', text: <FormattedMessage id="answers.corrected" /> });
        onChanged();
      }}
      onDeleted={() => {
        const beside = submission.next ?? submission.previous;
        onFocused(beside);
        show({ answer: beside }, { replace: true });
        onChanged();
      }}
    />
  );
}

/** J and K, while nobody types and no dialog is open. */
function useStepKeys({ previous, next }: { previous: () => void; next: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog'))
        return;
      if (event.key === 'j') next();
      else if (event.key === 'k') previous();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
