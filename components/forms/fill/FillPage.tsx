'use no memo';

import dynamic from 'next/dynamic';
import { useEffect, useMemo, useState } from 'react';
import { PhoneCountry } from '#components/fields/phone-country.ts';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { lightIntl, SpokenContext } from '#components/ui/light-words.tsx';
import type { SentAnswer } from '#lib/browser/posted-answer.ts';
import { FillFrame } from './FillFrame.tsx';
import { FillScreen } from './FillScreen.tsx';
import type { FillData } from './fill-data.ts';
import { anew } from './form-address.ts';
import { keptInTab, sentKey } from './session-storage.ts';

const SentView = dynamic(() => import('./SentView.tsx').then((loaded) => loaded.SentView));
const StateView = dynamic(() => import('./StateView.tsx').then((loaded) => loaded.StateView));
const AnswerAgain = dynamic(() => import('./AnswerAgain.tsx').then((loaded) => loaded.AnswerAgain), {
  ssr: false,
});

/** The way back to an answer, as its fragment says; read once the page is in the browser. */
type WayBack = { way: 'edit' | 'receipt'; token: string };

function wayBack(): WayBack | null {
  const [, way, token = ''] = /^#(edit|receipt)=([A-Za-z0-9_-]+)$/.exec(window.location.hash) ?? [];
  return way === 'edit' || way === 'receipt' ? { way, token } : null;
}

/** A form's page, in the words that it brought along. */
export function FillPage({ data }: { data: FillData }) {
  const intl = useMemo(() => lightIntl(data.words), [data.words]);
  return (
    <SpokenContext value={intl}>
      <WrittenInContext value={data.writtenIn}>
        <PhoneCountry value={data.country}>
          <FillView data={data} />
        </PhoneCountry>
      </WrittenInContext>
    </SpokenContext>
  );
}

/** Whether the share link has ended by which alone the form could be seen. */
function useHasLinkEnded(linkId: string | null): boolean {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    // Watched for as long as the page is there: a form is left by loading another page.
    if (linkId)
      void import('#components/sharing/use-link-end.ts').then(({ watchLink }) =>
        watchLink(linkId, () => setHasEnded(true)),
      );
  }, [linkId]);
  return hasEnded;
}

/** The view that fits the state of the form, and of the visit. */
function FillView({ data }: { data: FillData }) {
  const { account, slug } = data;
  const [back, setBack] = useState<WayBack | null>(null);
  const [before, setBefore] = useState<SentAnswer | null>(null);
  useEffect(() => {
    setBack(wayBack());
    if (keptInTab(sentKey({ account, slug })) === null) return;
    void import('./kept-sent.ts').then(
      ({ sentBefore }) => setBefore(sentBefore({ account, slug })),
      () => undefined,
    );
  }, [account, slug]);
  const hasLinkEnded = useHasLinkEnded(data.linkId);
  if (back) return <AnswerAgain data={data} {...back} />;
  if (data.isSent || (before && !hasLinkEnded))
    return (
      <FillFrame data={data} isHeaded={false}>
        <SentView
          slug={slug}
          account={account}
          answer={data.sent ?? before}
          isFresh={false}
          again={anew(data)}
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
