import { useState } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { PlainText } from '#components/ui/Prose.tsx';
import type { PassageLocation } from '#lib/text/passage.ts';
import { listText, TEXT_PAGE_SIZE } from '#services/item.ts';
import { color, space } from '#styles/tokens.ts';
import type { TextPassage } from './item-preview.ts';

const Passages = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  justify-items: start;
`;

const Passage = styled.section`
  width: 100%;
  scroll-margin-top: 104px;

  > h2 {
    margin-bottom: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
    unicode-bidi: plaintext;
  }
`;

/** The location of a passage as text; null where the text is continuous. */
function placeName(intl: IntlShape, where: PassageLocation, heading: string): string | null {
  switch (where.type) {
    case 'page':
      return intl.formatMessage({ id: 'item.place_page' }, { page: where.page });
    case 'slide':
      return intl.formatMessage({ id: 'item.place_slide' }, { slide: where.slide });
    case 'rows': {
      const { sheet, from, to } = where;
      return sheet
        ? intl.formatMessage({ id: 'item.place_sheet' }, { sheet, from, to })
        : intl.formatMessage({ id: 'item.place_rows' }, { from, to });
    }
    default:
      return heading || null;
  }
}

/** The same fragment as in the preview's addresses. */
function placeId(where: PassageLocation): string | undefined {
  if (where.type === 'page') return `page=${where.page}`;
  if (where.type === 'slide') return `slide=${where.slide}`;
  return where.type === 'rows' ? `row=${where.from}` : undefined;
}

type TextViewProps = {
  id: string;
  /** The first page of the text; null when it couldn't be loaded. */
  first: TextPassage[] | null;
};

/** The text that was extracted from a file, passage by passage; more is loaded on demand. */
export function TextView({ id, first }: TextViewProps) {
  const intl = useIntl();
  const [passages, setPassages] = useState(first ?? []);
  const [page, setPage] = useState(first ? 1 : 0);
  const [hasMore, setHasMore] = useState((first?.length ?? 0) === TEXT_PAGE_SIZE);
  const [problem, setProblem] = useState(first === null);
  const [busy, setBusy] = useState(false);

  const more = async () => {
    setBusy(true);
    const next = await listText(id, page + 1);
    setBusy(false);
    setProblem(next.error !== null);
    if (next.error !== null) return;
    setPassages([...passages, ...next.data]);
    setPage(page + 1);
    setHasMore(next.hasMore);
  };

  if (first && passages.length === 0) return <EmptyState title={<FormattedMessage id="item.empty_text" />} />;
  return (
    <Passages>
      {passages.map(({ where, heading, text }, index) => {
        const name = placeName(intl, where, heading);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages are only ever added at the end
          <Passage key={index} id={placeId(where)}>
            {name && <h2>{name}</h2>}
            <PlainText dir="auto">{text}</PlainText>
          </Passage>
        );
      })}
      {problem && (
        <ErrorState
          message={<FormattedMessage id="item.text_failed" />}
          retrying={busy}
          onRetry={() => void more()}
        />
      )}
      {hasMore && !problem && (
        <Button busy={busy} onClick={() => void more()}>
          <FormattedMessage id="item.text_more" />
        </Button>
      )}
    </Passages>
  );
}
