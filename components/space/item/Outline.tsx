import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { DocumentHeading } from '#lib/text/document-headings.ts';
import { color, from, radius, space } from '#styles/tokens.ts';

const Entries = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  padding: 0;
  list-style: none;

  a {
    display: block;
    padding: 2px 0;
    overflow: hidden;
    color: ${color('quiet')};
    text-overflow: ellipsis;
    white-space: nowrap;

    &:hover {
      color: ${color('primaryText')};
    }
  }

  a[aria-current='true'] {
    color: ${color('primaryText')};
    font-weight: 500;
  }

  [data-level='1'] {
    padding-inline-start: 12px;
  }

  [data-level='2'] {
    padding-inline-start: 24px;
  }
`;

const Nav = styled.nav`
  position: sticky;
  top: 116px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
  max-height: calc(100vh - 160px);
  overflow-y: auto;
  font-size: 13px;

  > p {
    color: ${color('quiet')};
    font-weight: 500;
  }
`;

/* On windows without room beside the text, and where something else stands there. */
const Fold = styled.details`
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  font-size: 14px;

  ${from('xl')} {
    display: none;
  }

  [data-side] & {
    display: block;
  }

  summary {
    padding: ${space(2)} ${space(3)};
    color: ${color('quiet')};
    font-weight: 500;
    cursor: pointer;
  }

  nav {
    max-height: 50vh;
    padding: 0 ${space(3)} ${space(2)};
    overflow-y: auto;
  }

  a {
    padding-block: ${space(1)};
  }
`;

type OutlineProps = { headings: readonly DocumentHeading[] };

function Links({ headings, current }: OutlineProps & { current?: string | null }) {
  return (
    <Entries>
      {headings.map(({ id, level, text }) => (
        <li key={id} data-level={level || undefined}>
          <a href={`#${id}`} aria-current={id === current ? 'true' : undefined} title={text} dir="auto">
            {text}
          </a>
        </li>
      ))}
    </Entries>
  );
}

/** The heading at which the reader is: the last one that was scrolled to. */
function useCurrentHeading(headings: OutlineProps['headings']): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: '-90px 0px -70% 0px' },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) seen.observe(heading);
    }
    return () => seen.disconnect();
  }, [headings]);
  return current;
}

/** "On this page" beside the text: the headings, with the current one highlighted. */
export function Outline({ headings }: OutlineProps) {
  const current = useCurrentHeading(headings);
  return (
    <Nav aria-labelledby="outline-title">
      <p id="outline-title">
        <FormattedMessage id="item.outline" />
      </p>
      <Links headings={headings} current={current} />
    </Nav>
  );
}

/** The same above the text, closed. */
export function FoldedOutline({ headings }: OutlineProps) {
  return (
    <Fold data-print="hidden">
      <summary id="outline-fold">
        <FormattedMessage id="item.outline" />
      </summary>
      <nav aria-labelledby="outline-fold">
        <Links headings={headings} />
      </nav>
    </Fold>
  );
}
