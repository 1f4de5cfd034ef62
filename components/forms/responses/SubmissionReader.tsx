import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { loadedPage } from '#context/list-error.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { failureOf } from '#services/http.ts';
import { changeSubmission, getSubmission, listSubmissions } from '#services/submissions.ts';
import { EmptySubmissions } from './EmptySubmissions.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';
import { readMarkSeenOnOpen } from './stored-preferences.ts';
import type { SubmissionsProps } from './submissions-props.ts';
import { listParamsOf } from './submissions-view.ts';

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
  const client = useQueryClient();
  const list = listParamsOf(view);
  const queryKey = ['submission', form.id, view.submission, list, reloadKey];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async (): Promise<SubmissionDetail | null> => {
      let id = view.submission;
      if (id === null) {
        const first = loadedPage(await listSubmissions(form.id, list, null, { size: 1 }));
        id = first.data[0]?.id ?? null;
      }
      if (id === null) return null;
      const { data: loaded } = await getSubmission(form.id, id, list);
      if (loaded.state !== 'new' || !readMarkSeenOnOpen(storage)) return loaded;
      const { state } = (await changeSubmission(form.id, id, { state: 'seen' })).data;
      return { ...loaded, state };
    },
    placeholderData: keepPreviousData,
  });
  const submission = data ?? null;
  const step = (id: string | null) => {
    if (id === null) return;
    onFocused(null);
    show({ submission: id }, { replace: true });
  };
  useStepKeys({
    previous: () => step(submission?.previous ?? null),
    next: () => step(submission?.next ?? null),
  });

  if (error !== null) {
    const isGone = failureOf(error)?.status === 404;
    return (
      <ErrorState
        message={isGone ? <FormattedMessage id="submissions.gone" /> : failureText(error)}
        onRetry={isGone ? undefined : () => void refetch()}
      />
    );
  }
  if (data === undefined) return <SkeletonList rows={6} />;
  if (!submission) return <EmptySubmissions form={form} control={control} />;
  return (
    <SubmissionPanel
      form={form}
      columns={columns}
      submission={submission}
      takesFocus={focused === submission.id}
      busy={isPlaceholderData}
      onStep={step}
      onChange={(changed) =>
        // Another one may be open by now.
        client.setQueryData<SubmissionDetail | null>(queryKey, (now) =>
          now?.id === changed.id ? changed : now,
        )
      }
      onCorrected={() => {
        toast({ tone: 'success', text: <FormattedMessage id="submissions.corrected" /> });
        onChanged();
      }}
      onDeleted={() => {
        const beside = submission.next ?? submission.previous;
        onFocused(beside);
        show({ submission: beside }, { replace: true });
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
