import { type RefObject, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** With fewer headings than this, an outline is not needed. */
const LEAST = 2;
const MOST = 60;

const Nav = styled.nav`
  position: sticky;
  top: 116px;
  display: grid;
  gap: ${space(2)};
  max-height: calc(100vh - 160px);
  overflow-y: auto;
  font-size: 13px;

  > p {
    color: ${color('quiet')};
    font-weight: 500;
  }

  a {
    display: block;
    padding: 2px 0;
    overflow: hidden;
    color: ${color('quiet')};
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  a[aria-current='true'] {
    color: ${color('primaryText')};
    font-weight: 500;
  }
`;

type Heading = { id: string; text: string; deep: boolean };

/** The headings of the displayed content, each with an id to link to. */
function headingsOf(element: HTMLElement): Heading[] {
  const found = [...element.querySelectorAll<HTMLElement>('h2, h3, h4')].slice(0, MOST);
  const top = Math.min(...found.map((heading) => Number(heading.tagName[1])));
  return found.flatMap((heading, index) => {
    const text = heading.textContent?.trim() ?? '';
    if (!text) return [];
    heading.id ||= `heading-${index + 1}`;
    return [{ id: heading.id, text, deep: Number(heading.tagName[1]) > top }];
  });
}

type OutlineProps = {
  element: RefObject<HTMLElement | null> /** The content of the element. */;
  content: unknown;
};

/** "On this page": the headings, with the current one highlighted. */
export function Outline({ element, content }: OutlineProps) {
  const [headings, setHeadings] = useState<Heading[]>([]);
  const [current, setCurrent] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other headings
  useEffect(() => {
    if (!element.current) return;
    const found = headingsOf(element.current);
    setHeadings(found);
    const seen = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: '-90px 0px -70% 0px' },
    );
    for (const { id } of found) {
      const heading = document.getElementById(id);
      if (heading) seen.observe(heading);
    }
    return () => seen.disconnect();
  }, [element, content]);

  if (headings.length < LEAST) return null;
  return (
    <Nav aria-labelledby="outline-title">
      <p id="outline-title">
        <FormattedMessage id="item.outline" />
      </p>
      <ul>
        {headings.map(({ id, text, deep }) => (
          <li key={id} style={deep ? { paddingInlineStart: 12 } : undefined}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined} title={text} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Nav>
  );
}
