'use no memo';

import dynamic from 'next/dynamic';
import { useEffect, useMemo, useState } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { createInlineIntlShape, InlineIntlContext } from '#components/ui/inline-intl.tsx';
import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { FillFrame } from './FillFrame.tsx';
import { FillScreen } from './FillScreen.tsx';
import type { FillData } from './fill-data.ts';
import { newSubmissionPath } from './form-url.ts';
import { confirmationKey, readTabStorage } from './session-storage.ts';

const SubmittedView = dynamic(() => import('./SubmittedView.tsx').then((loaded) => loaded.SubmittedView));
const StateView = dynamic(() => import('./StateView.tsx').then((loaded) => loaded.StateView));
const ReopenedSubmission = dynamic(
  () => import('./ReopenedSubmission.tsx').then((loaded) => loaded.ReopenedSubmission),
  {
    ssr: false,
  },
);

/** A link back to a submission, from the address's fragment; only available in the browser. */
type ReturnLink = { purpose: 'edit' | 'receipt'; token: string };

function returnLink(): ReturnLink | null {
  const [, purpose, token = ''] = /^#(edit|receipt)=([A-Za-z0-9_-]+)$/.exec(window.location.hash) ?? [];
  return purpose === 'edit' || purpose === 'receipt' ? { purpose, token } : null;
}

/** A form's page, with the messages that it contains. */
export function FillPage({ data }: { data: FillData }) {
  const intl = useMemo(() => createInlineIntlShape(data.messages), [data.messages]);
  return (
    <InlineIntlContext value={intl}>
      <InputFormatContext value={data.writtenIn}>
        <PhoneCountryContext value={data.country}>
          <FillView data={data} />
        </PhoneCountryContext>
      </InputFormatContext>
    </InlineIntlContext>
  );
}

/** Whether the share link that gave access to the form has ended. */
function useHasLinkEnded(linkId: string | null): boolean {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    // Watched without an unsubscribe: a form is only left by loading another page.
    if (linkId)
      void import('#components/sharing/use-reload-on-link-end.ts').then(({ watchLink }) =>
        watchLink(linkId, () => setHasEnded(true)),
      );
  }, [linkId]);
  return hasEnded;
}

/** The view for the state of the form and of the visit. */
function FillView({ data }: { data: FillData }) {
  const { account, slug } = data;
  const [back, setBack] = useState<ReturnLink | null>(null);
  const [before, setBefore] = useState<SubmissionConfirmation | null>(null);
  useEffect(() => {
    setBack(returnLink());
    if (readTabStorage(confirmationKey({ account, slug })) === null) return;
    void import('./stored-confirmation.ts').then(
      ({ readConfirmation }) => setBefore(readConfirmation({ account, slug })),
      () => undefined,
    );
  }, [account, slug]);
  const hasLinkEnded = useHasLinkEnded(data.linkId);
  if (back) return <ReopenedSubmission data={data} {...back} />;
  if (data.isSent || (before && !hasLinkEnded))
    return (
      <FillFrame data={data} isHeaded={false}>
        <SubmittedView
          slug={slug}
          account={account}
          submitted={data.sent ?? before}
          isFresh={false}
          again={newSubmissionPath(data)}
        />
      </FillFrame>
    );
  if (data.state !== 'open' || hasLinkEnded)
    return (
      <FillFrame data={data} isHeaded={false}>
        <StateView data={hasLinkEnded ? { ...data, state: 'closed', closesAt: null } : data} />
      </FillFrame>
    );
  return <FillScreen data={data} />;
}
