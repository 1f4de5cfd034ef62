import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { getDropOff } from '#services/submissions.ts';
import { Bars } from './Bars.tsx';
import { SummaryCard } from './SummaryCard.tsx';

type DropOffCardProps = { formId: string; filters: Record<string, string> };

/** How far visitors got, page by page, in the newest version first; nothing without visitors. */
export function DropOffCard({ formId, filters }: DropOffCardProps) {
  const intl = useIntl();
  const [isWhole, setIsWhole] = useState(false);
  const { version = '', from = '', to = '' } = filters;
  const { data: found, isError } = useQuery({
    queryKey: ['drop-off', formId, version, from, to],
    queryFn: async ({ signal }) => (await getDropOff(formId, { version, from, to }, signal)).data,
    placeholderData: keepPreviousData,
  });
  const versions = isError ? [] : (found?.versions ?? []);
  const shown = isWhole ? versions : versions.slice(0, 1);
  const earlier = versions.length - shown.length;
  return shown.map(({ version: number, pages, sent }) => (
    <SummaryCard
      key={number}
      title={
        <>
          <FormattedMessage id="submissions.drop_off" />
          {' · '}
          <FormattedMessage id="submissions.version_n" values={{ version: number }} />
        </>
      }
      text={<FormattedMessage id="submissions.drop_off_text" />}
    >
      <Bars
        cut
        label={intl.formatMessage({ id: 'submissions.drop_off' })}
        total={pages[0]?.visits ?? 0}
        bars={pages.map(({ id, title, visits }, at) => ({
          key: id,
          label: title || intl.formatMessage({ id: 'submissions.drop_off_page' }, { number: at + 1 }),
          count: visits,
        }))}
        last={{ key: '', label: intl.formatMessage({ id: 'submissions.drop_off_sent' }), count: sent }}
      />
      {earlier > 0 && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          <FormattedMessage id="submissions.drop_off_earlier" values={{ count: earlier }} />
        </Button>
      )}
    </SummaryCard>
  ));
}
