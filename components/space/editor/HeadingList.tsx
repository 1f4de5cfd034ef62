import type { Editor } from '@tiptap/core';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, from, space } from '#styles/tokens.ts';

/** Beside the text, where the page that is read has its outline; comments take its place. */
const Place = styled.div`
  display: none;

  ${from('xl')} {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(100% + ${space(8)});
    display: block;
    width: 180px;
  }

  [data-side] & {
    display: none;
  }
`;

const Nav = styled.nav`
  position: sticky;
  top: 116px;
  display: grid;
  gap: ${space(2)};
  max-height: calc(100vh - 160px);
  overflow-y: auto;
  color: ${color('quiet')};
  font-size: 13px;

  > p {
    font-weight: 500;
  }

  button {
    display: block;
    width: 100%;
    min-height: 24px;
    padding: 2px 0;
    border: 0;
    overflow: hidden;
    background: none;
    color: inherit;
    font-size: inherit;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;

    &:hover {
      color: ${color('primaryText')};
    }
  }
`;

export type Heading = { position: number; level: number; text: string };

/** "On this page" while it is edited: each heading leads to its place. */
export function HeadingList({ editor, headings }: { editor: Editor; headings: readonly Heading[] }) {
  const top = Math.min(...headings.map(({ level }) => level));
  const goTo = ({ position }: Heading) => {
    // It may have moved since the headings were read.
    const target = Math.min(position + 1, editor.state.doc.content.size);
    editor.chain().setTextSelection(target).focus().scrollIntoView().run();
  };
  return (
    <Place data-print="hidden">
      <Nav aria-labelledby="editor-outline">
        <p id="editor-outline">
          <FormattedMessage id="item.outline" />
        </p>
        <ul>
          {headings.map((heading) => (
            <li key={heading.position} style={{ paddingInlineStart: Math.min(heading.level - top, 3) * 12 }}>
              <button type="button" dir="auto" title={heading.text} onClick={() => goTo(heading)}>
                {heading.text}
              </button>
            </li>
          ))}
        </ul>
      </Nav>
    </Place>
  );
}
