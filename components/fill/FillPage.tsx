'use no memo';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { FillFrame } from './FillFrame.tsx';
import { FillScreen } from './FillScreen.tsx';
import type { FillData } from './fill-data.ts';

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

/** A form's page, in whatever state the form is. */
export function FillPage({ data }: { data: FillData }) {
  const [back, setBack] = useState<WayBack | null>(null);
  useEffect(() => setBack(wayBack()), []);
  if (back) return <AnswerAgain data={data} {...back} />;
  if (data.isSent)
    return (
      <FillFrame data={data} isHeaded={false}>
        <SentView
          slug={data.slug}
          answer={data.sent}
          isFresh={false}
          again={`/f/${data.slug}${data.isEmbedded ? '?embed=1' : ''}`}
        />
      </FillFrame>
    );
  if (data.state !== 'open')
    return (
      <FillFrame data={data} isHeaded={false}>
        <StateView data={data} />
      </FillFrame>
    );
  return <FillScreen data={data} />;
}
