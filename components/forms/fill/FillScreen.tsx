'use no memo';

import dynamic from 'next/dynamic';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import type { SavedDraft } from '#lib/contract/form-draft.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import { fillStorage } from './browser-storage.ts';
import type { ContinueLinkResult } from './ContinueOnDevice.tsx';
import { carryOverCountries, carryOverValues } from './carry-over.ts';
import { type DeliveryOutcome, deliverSubmission } from './deliver-submission.ts';
import { FillFooter } from './FillFooter.tsx';
import { type Filled, FillForm, type Refusal } from './FillForm.tsx';
import { FillFrame } from './FillFrame.tsx';
import { FillMessage } from './FillMessage.tsx';
import type { FillData } from './fill-data.ts';
import { clearFillDrafts, type FillDraft } from './fill-draft.ts';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import {
  continueDraft,
  type FillStart,
  getPublishedVersion,
  initialFillOf,
  resolveFillStart,
} from './fill-start.ts';
import { newSubmissionPath } from './form-url.ts';
import { lazyFileUploader } from './lazy-file-uploader.ts';
import { PendingSubmissionView } from './PendingSubmissionView.tsx';
import parts from './parts.module.css';
import {
  listPendingSubmissions,
  type PendingSubmission,
  removePendingSubmission,
  storePendingSubmission,
} from './pending-submissions.ts';
import { preloadEditors } from './preload-editors.ts';
import { apiBase, callApi, visitorHeaders } from './send-submission.ts';
import { newSubmissionKey } from './submission-key.ts';
import { useFillDraft } from './use-fill-draft.ts';
import { usePendingSubmission } from './use-pending-submission.ts';
import { useProof } from './use-proof.ts';
import { useIsOnline } from './use-visible-pages.ts';

const SubmittedView = dynamic(() => import('./SubmittedView.tsx').then((loaded) => loaded.SubmittedView));
const ChangedNotice = dynamic(() => import('./ChangedNotice.tsx').then((loaded) => loaded.ChangedNotice));
const ContinueOnDevice = dynamic(
  () => import('./ContinueOnDevice.tsx').then((loaded) => loaded.ContinueOnDevice),
  { ssr: false },
);

/** Whether the form has changed is asked again after this, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;
/** Who leaves sooner has not visited the form, in milliseconds; by then it is known what the visit is about. */
const SETTLED_MS = 3_000;
const DAY_MS = 86_400_000;

type Phase =
  | { kind: 'filling' }
  | { kind: 'waiting'; answer: PendingSubmission; isKept: boolean }
  | { kind: 'sent'; answer: SubmissionConfirmation; isBeforeChange: boolean }
  | { kind: 'answered' };

const FILLING: Phase = { kind: 'filling' };

const filledOf = ({ values, countries }: Filled): Filled => ({ values, countries });

/** The ways into this page that stand behind its address, where no server sees them. */
const fragment = (name: string) => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? '';

/** Takes the fragment out of the address: its key must not stay where others look. */
function dropFragment(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

/** An open form: filling, sending, waiting for the network, and the confirmation. */
export function FillScreen({ data }: { data: FillData }) {
  const intl = useIntl();
  const { slug, signedIn, account, isEmbedded } = data;
  const storage = useMemo(() => fillStorage(account), [account]);
  const [start, setStart] = useState<FillStart>(() => ({
    beginning: initialFillOf(data),
    key: data.posted?.key || data.answerKey,
    draftToken: '',
    notice: null,
    older: null,
  }));
  const [round, setRound] = useState(0);
  const [phase, setPhase] = useState<Phase>(FILLING);
  const [hasChanged, setHasChanged] = useState(false);
  const [isFilled, setIsFilled] = useState(false);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const [arrivedEarlier, setArrivedEarlier] = useState(false);
  const [challenge, setChallenge] = useState(data.challenge);
  const now = useRef<Filled & { page: string }>({ ...filledOf(start.beginning), page: '' });
  const lookedAt = useRef(Number.NEGATIVE_INFINITY);
  const isOnline = useIsOnline();
  const { asked } = start.beginning;
  const kept = useFillDraft(storage, slug, asked);
  const proof = useProof(challenge);
  const [files] = useState(() =>
    lazyFileUploader({
      endpoint: () => `${apiBase()}public/forms/${slug}/uploads/`,
      headers: () => visitorHeaders(signedIn),
      storage: () => storage,
      maxBytes: null,
    }),
  );

  const begin = useCallback((next: FillStart) => {
    now.current = { ...filledOf(next.beginning), page: next.beginning.page };
    setStart(next);
    setIsFilled(next.notice !== null && next.notice !== 'continue_gone');
    setHasChanged(false);
    setPhase(FILLING);
    setRound((count) => count + 1);
  }, []);

  const draftNow = (): FillDraft => ({
    version: asked.version,
    language: asked.language,
    ...now.current,
    key: start.key,
    ...(start.draftToken ? { token: start.draftToken } : {}),
  });

  useEffect(() => preloadEditors(asked.fields), [asked]);

  // Where this visit begins is known to the browser alone.
  useEffect(() => {
    let isOn = true;
    const token = fragment('continue');
    const [own, ...others] = listPendingSubmissions(storage).sort(
      (left, right) => Number(right.slug === slug) - Number(left.slug === slug),
    );
    const look = async () => {
      const next = await resolveFillStart(data, token);
      if (!isOn) return;
      if (token) dropFragment();
      if (next) begin(next);
      if (own?.slug === slug) setPhase({ kind: 'waiting', answer: own, isKept: true });
      for (const answer of own?.slug === slug ? others : own ? [own, ...others] : []) {
        const outcome = await deliverSubmission(answer, answer.signedIn);
        if (outcome.kind !== 'sent' && outcome.kind !== 'already') continue;
        removePendingSubmission(storage, answer);
        if (isOn) setArrivedEarlier(true);
      }
    };
    void look();
    const reload = () => window.location.hash.length > 1 && window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => {
      isOn = false;
      window.removeEventListener('hashchange', reload);
    };
  }, [data, slug, storage, begin]);

  const reach = useCallback(
    (page: string, isSent = false) =>
      void import('./report-progress.ts').then(
        ({ reportProgress }) => reportProgress({ slug, asked, page, isSent, signedIn }),
        () => undefined,
      ),
    [asked, slug, signedIn],
  );
  useEffect(() => {
    // Not where the page turns out to be about an answer that was sent.
    const timer = setTimeout(() => reach(now.current.page), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [reach]);

  const lookForChange = useCallback(async () => {
    if (performance.now() - lookedAt.current < LOOK_AGAIN_MS) return;
    lookedAt.current = performance.now();
    const version = await getPublishedVersion(data);
    if (version !== null && version > asked.version) setHasChanged(true);
  }, [data, asked]);
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && lookForChange());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [lookForChange]);

  const arrived = (answer: SubmissionConfirmation, isBeforeChange: boolean) => {
    kept.stop();
    clearFillDrafts(storage, slug);
    reach('', true);
    setPhase({ kind: 'sent', answer, isBeforeChange });
    if (isEmbedded) window.parent.postMessage({ type: 'hubkeep:sent', form: slug }, '*');
  };
  const refusalOf = (outcome: Extract<DeliveryOutcome, { kind: 'refused' }>): Refusal => {
    const { code, fields, details } = outcome;
    if (Object.keys(fields).length > 0) return { errors: fields, details, problem: null };
    const notReady = intl.formatMessage({ id: 'fill.not_ready' });
    return { errors: {}, problem: code === '' ? notReady : refusalMessage(outcome, intl) };
  };
  /** @returns what is wrong, where the form is to be shown with it */
  const settle = (outcome: Exclude<DeliveryOutcome, { kind: 'unreachable' }>): Refusal | null => {
    if (outcome.kind !== 'refused') {
      arrived(outcome.answer, outcome.kind === 'already');
      return null;
    }
    if (outcome.code === 'already_answered') {
      setPhase({ kind: 'answered' });
      return null;
    }
    return refusalOf(outcome);
  };

  const send = async ({ values, countries }: Filled, website: string): Promise<Refusal | null> => {
    kept.flush();
    const answer: PendingSubmission = {
      slug,
      version: asked.version,
      language: asked.language,
      values,
      countries,
      key: start.key,
      draft: start.draftToken,
      website,
      token: challenge?.token ?? '',
      nonce: await proof(),
      signedIn,
    };
    // Kept before it is sent: a tab that is closed in between loses nothing, and its key makes it one answer.
    const isKept = storePendingSubmission(storage, answer, asked.title);
    const outcome = await deliverSubmission(answer, signedIn);
    if (outcome.kind === 'unreachable') {
      setPhase({ kind: 'waiting', answer, isKept });
      return null;
    }
    removePendingSubmission(storage, answer);
    return settle(outcome);
  };

  const waiting = phase.kind === 'waiting' ? phase.answer : null;
  /** The form again, with an answer that was to be sent. */
  const reopen = (answer: PendingSubmission, refusal: Refusal | null) => {
    const { values, countries, page } = now.current;
    const own =
      Object.keys(values).length > 0
        ? { values, countries }
        : { values: answer.values, countries: answer.countries ?? {} };
    begin({
      ...start,
      key: answer.key,
      draftToken: answer.draft,
      beginning: {
        ...start.beginning,
        ...own,
        defaults: false,
        page,
        ...(refusal ?? { errors: {}, problem: null }),
      },
    });
  };
  const tryNow = usePendingSubmission(storage, waiting, (outcome) => {
    const refusal = settle(outcome);
    if (refusal && waiting) reopen(waiting, refusal);
  });

  const takeOver = async () => {
    const language = encodeURIComponent(asked.language);
    const form = await callApi<PublicForm>({
      path: `public/forms/${slug}/?language=${language}`,
      signedIn,
    });
    if (form.kind !== 'done') return;
    const { version, title, description, fields, layout } = form.data;
    const carried = {
      values: carryOverValues(now.current.values, asked.fields, fields),
      countries: carryOverCountries(now.current.countries, asked.fields, fields),
    };
    const next = { version, title, description, fields, layout, language: form.data.language };
    setChallenge(form.data.challenge);
    begin({
      ...start,
      beginning: {
        ...start.beginning,
        asked: next,
        ...carried,
        defaults: true,
        page: '',
        errors: {},
        details: [],
        problem: null,
      },
      notice: 'taken_over',
      older: null,
    });
  };
  const startOver = () => {
    clearFillDrafts(storage, slug);
    begin({
      beginning: { ...initialFillOf({ ...data, posted: null }), asked: data.asked },
      key: newSubmissionKey(),
      draftToken: '',
      notice: null,
      older: null,
    });
  };
  const handOver = async (): Promise<ContinueLinkResult> => {
    kept.flush();
    const { token, asked: _asked, ...draft } = draftNow();
    const call = { path: `public/forms/${slug}/drafts/`, body: draft, signedIn };
    const again = token
      ? await callApi<SavedDraft>({ ...call, method: 'PUT', headers: { 'draft-token': token } })
      : null;
    const made = again?.kind === 'done' ? again : await callApi<SavedDraft>({ ...call, method: 'POST' });
    if (made.kind !== 'done') {
      const unreachable = intl.formatMessage({ id: 'fill.unreachable' });
      return { problem: made.kind === 'refused' ? refusalMessage(made, intl) : unreachable };
    }
    setStart((known) => ({ ...known, draftToken: made.data.token }));
    const days = Math.round((Date.parse(made.data.expires_at) - Date.now()) / DAY_MS);
    return { link: `${window.location.origin}/f/${slug}#continue=${made.data.token}`, days };
  };

  if (phase.kind === 'sent') {
    return (
      <FillFrame data={data} isHeaded={false}>
        <SubmittedView
          slug={slug}
          account={account}
          answer={phase.answer}
          isFresh
          again={newSubmissionPath(data)}
          note={
            phase.isBeforeChange && (
              <div className={parts.note} data-tone="warning" data-apart>
                <FormattedMessage id="fill.sent_before_change" />
              </div>
            )
          }
        />
      </FillFrame>
    );
  }
  if (phase.kind === 'answered') {
    return (
      <FillFrame data={data} isHeaded={false}>
        <FillMessage
          tone="info"
          takesFocus
          title={<FormattedMessage id="fill.answered_title" />}
          text={<FormattedMessage id="fill.answered_text" />}
        />
      </FillFrame>
    );
  }
  if (phase.kind === 'waiting') {
    return (
      <FillFrame data={data} isHeaded={false}>
        <PendingSubmissionView
          isKept={phase.isKept}
          onTry={tryNow}
          onChange={() => {
            removePendingSubmission(storage, phase.answer);
            reopen(phase.answer, null);
          }}
        />
      </FillFrame>
    );
  }

  const { notice, older } = start;
  return (
    <FillFrame
      data={{ ...data, asked }}
      foot={
        <FillFooter
          state={kept.state}
          isFilled={isFilled || kept.state !== 'nothing'}
          onContinue={() => setIsHandingOver(true)}
          onStartOver={startOver}
        />
      }
    >
      <div role="status">
        {arrivedEarlier && (
          <div className={parts.note} data-tone="success" data-apart>
            <FormattedMessage id="fill.sent_earlier" />
          </div>
        )}
        {!isOnline && (
          <div className={parts.note} data-tone="warning" data-apart>
            <FormattedMessage id="fill.offline" />
          </div>
        )}
        {notice && (
          <div className={parts.note} data-tone={notice === 'continue_gone' ? 'warning' : 'info'} data-apart>
            <span>
              <FormattedMessage id={`fill.${notice}`} />
            </span>
            {older && (
              <button type="button" onClick={() => begin(continueDraft(older, data))}>
                <FormattedMessage id="fill.changed_go_on" />
              </button>
            )}
          </div>
        )}
        {hasChanged && <ChangedNotice onTakeOver={takeOver} onGoOn={() => setHasChanged(false)} />}
      </div>
      <FileUploaderContext value={files}>
        <FillForm
          key={round}
          data={data}
          beginning={start.beginning}
          sendLabel={intl.formatMessage({ id: 'fill.send' })}
          picture={(id) => `${data.pictures}${encodeURIComponent(id)}/`}
          onChange={(filled, page) => {
            now.current = { ...filled, page };
            if (page !== asked.layout.pages[0]?.id) reach(page);
            void proof();
            kept.keep(draftNow());
          }}
          onSend={send}
          onTurn={lookForChange}
        />
      </FileUploaderContext>
      {isHandingOver && <ContinueOnDevice make={handOver} onClose={() => setIsHandingOver(false)} />}
    </FillFrame>
  );
}
