import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { pageImageUrl } from '#services/item.ts';
import { color, SHADOW, space } from '#styles/tokens.ts';
import { currentUrlLocation } from './url-location.ts';

const Pages = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

const Page = styled.figure`
  position: relative;
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: 6px;
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
  scroll-margin-top: 104px;

  &:target {
    border-color: ${color('primary')};
    box-shadow: 0 0 0 2px ${color('primary')};
  }

  > img {
    width: 100%;
    height: auto;
  }

  > p {
    display: grid;
    place-items: center;
    min-height: 240px;
    color: ${color('quiet')};
  }

  > figcaption {
    padding: ${space(2)} ${space(4)};
    border-top: 1px solid ${color('line')};
    color: ${color('quiet')};
    font-size: 12.5px;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
`;

/** Pages whose images are loaded immediately; the others are loaded lazily. */
const FIRST_PAGES = 1;
/** Pages that are rendered at first, and that are added on scrolling further down. */
const STEP = 20;

/** A file's pages as images; `#page=7` in the address scrolls to the seventh. More pages are rendered on scrolling. */
export function PagesPreview({ id, count }: { id: string; count: number }) {
  const [shown, setShown] = useState(Math.min(STEP, count));
  const sentinel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const open = () => {
      const place = currentUrlLocation();
      if (place?.type !== 'page' || place.page > count) return;
      setShown((before) => Math.max(before, Math.min(count, place.page + 1)));
      requestAnimationFrame(() => document.getElementById(place.id)?.scrollIntoView());
    };
    // After Back, or if the browser found the page by itself, the scroll position is right already.
    if (window.scrollY === 0) open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [count]);

  useEffect(() => {
    if (!sentinel.current || shown >= count) return;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setShown(Math.min(count, shown + STEP));
      },
      { rootMargin: '1500px' },
    );
    near.observe(sentinel.current);
    return () => near.disconnect();
  }, [shown, count]);

  return (
    <Pages>
      {Array.from({ length: shown }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's number is its name
        <PageFigure key={index} id={id} page={index + 1} count={count} />
      ))}
      <div ref={sentinel} />
    </Pages>
  );
}

function PageFigure({ id, page, count }: { id: string; page: number; count: number }) {
  const intl = useIntl();
  const [failed, setFailed] = useState(false);
  const first = page <= FIRST_PAGES;
  return (
    <Page id={`page=${page}`}>
      {failed ? (
        <p>
          <FormattedMessage id="item.page_failed" values={{ page }} />
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: the picture is the API's, made in the size that is shown
        <img
          src={pageImageUrl(id, page)}
          alt={intl.formatMessage({ id: 'item.page_alt' }, { page, count })}
          // The aspect ratio of most pages; others get theirs once they are loaded.
          width={1200}
          height={1697}
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
      <figcaption>
        <FormattedMessage id="item.page" values={{ page }} />
      </figcaption>
    </Page>
  );
}
