'use no memo';

import dynamic from 'next/dynamic';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import { fillStorage } from './browser-storage.ts';
import { FillFooter } from './FillFooter.tsx';
import { FillForm } from './FillForm.tsx';
import { FillFrame } from './FillFrame.tsx';
import { FillNotices } from './FillNotices.tsx';
import type { FillData, Filled } from './fill-data.ts';
import { clearFillDrafts, type FillDraft } from './fill-draft.ts';
import { useIntl } from './fill-messages.ts';
import { continueDraft, emptyStart, type FillStart, startInLatestVersion } from './fill-start.ts';
import { initialFillState, nextFillState } from './fill-state.ts';
import { lazyFileUploader } from './lazy-file-uploader.ts';
import { removePendingSubmission } from './pending-submissions.ts';
import { preloadEditors } from './preload-editors.ts';
import { SubmissionPhase } from './SubmissionPhase.tsx';
import { apiBase, type Challenge, visitorHeaders } from './send-submission.ts';
import { useFillDraft } from './use-fill-draft.ts';
import { useFormChange } from './use-form-change.ts';
import { useProgress } from './use-progress.ts';
import { useProof } from './use-proof.ts';
import { useSubmission } from './use-submission.ts';
import { useVisitStart } from './use-visit-start.ts';

const ContinueOnDevice = dynamic(
  () => import('./ContinueOnDevice.tsx').then((loaded) => loaded.ContinueOnDevice),
  { ssr: false },
);

const filledAt = ({ beginning: { values, countries, page } }: FillStart) => ({ values, countries, page });

const uploaderOf = ({ slug, signedIn }: FillData, storage: DraftStorage) =>
  lazyFileUploader({
    endpoint: () => `${apiBase()}public/forms/${slug}/uploads/`,
    headers: () => visitorHeaders(signedIn),
    storage: () => storage,
    maxBytes: null,
  });

/** An open form: filling, sending, waiting for the network, and the confirmation. */
export function FillScreen({ data }: { data: FillData }) {
  const intl = useIntl();
  const { slug, account } = data;
  const storage = useMemo(() => fillStorage(account), [account]);
  const [state, dispatch] = useReducer(nextFillState, data, initialFillState);
  const { start, phase } = state;
  const { definition } = start.beginning;
  const now = useRef<Filled & { page: string }>({ ...filledAt(start), page: '' });
  const draft = useFillDraft(storage, slug, definition);
  const proof = useProof(state.challenge);
  const [files] = useState(() => uploaderOf(data, storage));
  const begin = useCallback((next: FillStart, challenge?: Challenge) => {
    now.current = filledAt(next);
    dispatch({ type: 'begun', start: next, ...(challenge === undefined ? {} : { challenge }) });
  }, []);
  const onChanged = useCallback(() => dispatch({ type: 'changed', hasChanged: true }), []);

  useEffect(() => preloadEditors(definition.fields), [definition]);
  useVisitStart(data, storage, begin, dispatch);
  const report = useProgress(data, definition, now);
  const checkForChange = useFormChange(data, definition, onChanged);
  const { send, tryNow, reopen } = useSubmission({
    data,
    storage,
    state,
    dispatch,
    begin,
    now,
    draft,
    proof,
    report,
  });

  const draftNow = (): FillDraft => ({
    version: definition.version,
    language: definition.language,
    ...now.current,
    key: start.key,
    ...(start.draftToken ? { token: start.draftToken } : {}),
  });
  const takeOver = async () => {
    const latest = await startInLatestVersion(data, start, now);
    if (latest) begin(latest.start, latest.challenge);
  };
  const startOver = () => {
    clearFillDrafts(storage, slug);
    begin(emptyStart({ ...data, posted: null }, null));
  };
  if (phase.kind !== 'filling') {
    return (
      <SubmissionPhase
        data={data}
        phase={phase}
        onTry={tryNow}
        onChange={(submission) => {
          removePendingSubmission(storage, submission);
          reopen(submission, null);
        }}
      />
    );
  }
  return (
    <FillFrame
      data={{ ...data, definition }}
      foot={
        <FillFooter
          state={draft.state}
          isFilled={state.isFilled || draft.state !== 'nothing'}
          onContinue={() => {
            draft.flush();
            dispatch({ type: 'handing over', isOpen: true });
          }}
          onStartOver={startOver}
        />
      }
    >
      <FillNotices
        state={state}
        onContinueOlder={(older) => begin(continueDraft(older, data))}
        onTakeOver={takeOver}
        onKeepVersion={() => dispatch({ type: 'changed', hasChanged: false })}
      />
      <FileUploaderContext value={files}>
        <FillForm
          key={state.round}
          data={data}
          beginning={start.beginning}
          sendLabel={intl.formatMessage({ id: 'fill.send' })}
          picture={(id) => `${data.pictures}${encodeURIComponent(id)}/`}
          onChange={(filled, page) => {
            now.current = { ...filled, page };
            if (page !== definition.layout.pages[0]?.id) report(page);
            void proof();
            draft.scheduleSave(draftNow());
          }}
          onSend={send}
          onTurn={checkForChange}
        />
      </FileUploaderContext>
      {state.isHandingOver && (
        <ContinueOnDevice
          form={data}
          draft={draftNow()}
          onStored={(token) => dispatch({ type: 'draft stored', token })}
          onClose={() => dispatch({ type: 'handing over', isOpen: false })}
        />
      )}
    </FillFrame>
  );
}
