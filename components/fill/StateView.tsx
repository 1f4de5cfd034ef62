'use no memo';

import { useEffect, useState } from 'react';
import { Ending } from './Ending.tsx';
import type { FillData } from './fill-data.ts';
import { FormattedMessage, useIntl } from './fill-words.ts';

/** A moment in the reader's own time and manner; by UTC until the page knows them. */
function useMoment(time: string): string {
  const { language } = useIntl();
  const [zone, setZone] = useState<string>('UTC');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(time));
}

function Moment({ id, time }: { id: 'fill.opens_at' | 'fill.closed_at'; time: string }) {
  return <FormattedMessage id={id} values={{ time: useMoment(time) }} />;
}

/** Why a form takes no answers just now. */
export function StateView({ data }: { data: FillData }) {
  const intl = useIntl();
  const { state, opensAt, closesAt } = data;
  if (state === 'open') return null;
  const text = (() => {
    if (state === 'not_open_yet' && opensAt) return <Moment id="fill.opens_at" time={opensAt} />;
    if (state === 'closed' && closesAt && Date.parse(closesAt) <= Date.now())
      return <Moment id="fill.closed_at" time={closesAt} />;
    return intl.formatMessage({ id: `fill.${state}_text` });
  })();
  return <Ending tone="info" title={intl.formatMessage({ id: `fill.${state}_title` })} text={text} />;
}
