import { useContext } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { byteSize } from '#components/ui/ByteSize.tsx';
import type { FieldSummary } from '#lib/contract/submissions.ts';
import { color, space } from '#styles/tokens.ts';
import { Bars } from './Bars.tsx';
import { Columns } from './Columns.tsx';
import { SummaryCard } from './SummaryCard.tsx';

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(90px, 1fr));
  gap: ${space(2)} ${space(3)};
  margin: 0;

  dt {
    color: ${color('quiet')};
    font-size: 12.5px;
  }

  dd {
    margin: 0;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

const Texts = styled.div`
  display: grid;
  gap: ${space(2)};

  > h3 {
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 500;
  }

  > ul {
    display: grid;
    gap: ${space(1)};
    margin: 0;
    padding: 0;
    list-style: none;
    max-height: 260px;
    overflow-y: auto;
  }

  li {
    padding-inline-start: ${space(3)};
    border-inline-start: 2px solid ${color('line')};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

type FieldCardProps = {
  field: FieldSummary;
  /** The label of the nested form that contains it; null for an outermost field. */
  within: string | null;
  total: number;
};

const Within = styled.span`
  color: ${color('quiet')};
  font-weight: 400;
`;

/** The summary of one field's values. */
export function FieldCard({ field, within, total }: FieldCardProps) {
  const intl = useIntl();
  const { answered: filledCount, values, options, other, numbers, times, texts, files } = field;
  const isSeveral = values > filledCount;
  const share = (
    <>
      <FormattedMessage
        id="submissions.value_share"
        values={{ share: total > 0 ? filledCount / total : 0, count: filledCount }}
      />
      {isSeveral && ' · '}
      {isSeveral && (
        <FormattedMessage
          id={field.type === 'form' ? 'submissions.entries' : 'submissions.values'}
          values={{ count: values }}
        />
      )}
    </>
  );
  const title = (
    <>
      {within !== null && (
        <Within>
          <bdi>{within}</bdi> ›{' '}
        </Within>
      )}
      <bdi>{field.label}</bdi>
    </>
  );
  return (
    <SummaryCard title={title} text={share}>
      {options && (
        <Bars
          label={field.label}
          // In a repeated nested form, one submission may contain the same choice several times.
          total={within === null ? filledCount : values}
          bars={options.map(({ id, label, count }) => ({ key: id, label, count }))}
        />
      )}
      {other && (
        <Texts>
          <h3>
            <FormattedMessage id="submissions.other" values={{ count: other.count }} />
          </h3>
          <Bars
            label={intl.formatMessage({ id: 'submissions.other' }, { count: other.count })}
            total={values}
            bars={other.frequent.map(({ text, count }) => ({ key: text, label: text, count }))}
          />
        </Texts>
      )}
      {numbers && <Numbers numbers={numbers} label={field.label} />}
      {times && <Times times={times} label={field.label} isDay={field.type === 'date'} />}
      {texts && texts.frequent.length > 0 && (
        <Texts>
          <h3>
            <FormattedMessage id="submissions.frequent" />
          </h3>
          <Bars
            label={intl.formatMessage({ id: 'submissions.frequent' })}
            total={values}
            bars={texts.frequent.map(({ text, count }) => ({ key: text, label: text, count }))}
          />
        </Texts>
      )}
      {texts && texts.latest.length > 0 && (
        <Texts>
          <h3>
            <FormattedMessage id="submissions.latest" />
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <ul tabIndex={0} aria-label={intl.formatMessage({ id: 'submissions.latest' })}>
            {texts.latest.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text may have been written twice
              <li key={at} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </Texts>
      )}
      {files && (
        <span>
          <FormattedMessage
            id="submissions.files"
            values={{ count: files.count, bytes: byteSize(intl, files.bytes) }}
          />
        </span>
      )}
    </SummaryCard>
  );
}

function Numbers({ numbers, label }: { numbers: NonNullable<FieldSummary['numbers']>; label: string }) {
  const intl = useIntl();
  const format = (value: number | null) =>
    value === null ? '–' : intl.formatNumber(value, { maximumSignificantDigits: 6 });
  const range = ({ from, to }: { from: number; to: number }) =>
    from === to
      ? format(from)
      : intl.formatMessage({ id: 'submissions.number_range' }, { from: format(from), to: format(to) });
  return (
    <>
      <Figures>
        {(['min', 'max', 'mean', 'median', 'sum'] as const).map((key) => (
          <div key={key}>
            <dt>
              <FormattedMessage id={`submissions.${key}`} />
            </dt>
            <dd>{format(numbers[key])}</dd>
          </div>
        ))}
      </Figures>
      <Columns
        label={label}
        columns={numbers.histogram.map((bar) => ({
          key: String(bar.from),
          label: range(bar),
          count: bar.count,
        }))}
      />
    </>
  );
}

type TimesProps = { times: NonNullable<FieldSummary['times']>; label: string; isDay: boolean };

function Times({ times, label, isDay }: TimesProps) {
  const intl = useIntl();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const format = (time: string) =>
    isDay
      ? intl.formatDate(time, { timeZone: 'UTC', dateStyle: 'medium' })
      : intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <>
      <Figures>
        <div>
          <dt>
            <FormattedMessage id="submissions.first_time" />
          </dt>
          <dd>{format(times.first)}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="submissions.last_time" />
          </dt>
          <dd>{format(times.last)}</dd>
        </div>
      </Figures>
      <Columns
        label={label}
        columns={times.periods.map(({ period, count }) => ({ key: period, label: period, count }))}
      />
    </>
  );
}
