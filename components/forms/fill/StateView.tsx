'use no memo';

import { useContext, useEffect, useState } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { FillMessage } from './FillMessage.tsx';
import type { FillData } from './fill-data.ts';
import { FormattedMessage, useIntl } from './fill-messages.ts';

/** A moment in the form's time zone, which is named; without one in the user's own, and in UTC until hydration. */
function useMoment(time: string): string {
  const { language } = useIntl();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const [own, setOwn] = useState('UTC');
  useEffect(() => setOwn(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: timeZone ?? own,
    ...(timeZone ? { timeZoneName: 'short' } : {}),
  }).format(new Date(time));
}

function Moment({ id, time }: { id: 'fill.opens_at' | 'fill.closed_at'; time: string }) {
  return <FormattedMessage id={id} values={{ time: useMoment(time) }} />;
}

/** Why a form accepts no submissions at the moment. */
export function StateView({ data }: { data: Pick<FillData, 'state' | 'opensAt' | 'closesAt'> }) {
  const intl = useIntl();
  const { state, opensAt, closesAt } = data;
  if (state === 'open') return null;
  const text = (() => {
    if (state === 'not_open_yet' && opensAt) return <Moment id="fill.opens_at" time={opensAt} />;
    if (state === 'closed' && closesAt && Date.parse(closesAt) <= Date.now())
      return <Moment id="fill.closed_at" time={closesAt} />;
    return intl.formatMessage({ id: `fill.${state}_text` });
  })();
  return <FillMessage tone="info" title={intl.formatMessage({ id: `fill.${state}_title` })} text={text} />;
}
