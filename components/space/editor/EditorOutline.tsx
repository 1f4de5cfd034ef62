import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, from, space } from '#styles/tokens.ts';

/** Delay after the last change before the headings are read, in milliseconds. */
const PAUSE = 300;
/** With fewer headings than this, an outline is not needed; more are not shown. */
const LEAST = 2;
const MOST = 60;

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

type Heading = { position: number; level: number; text: string };

function headingsOf(editor: Editor): Heading[] {
  const found: Heading[] = [];
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'heading') return found.length < MOST && !node.isTextblock;
    const text = node.textContent.trim();
    if (text && found.length < MOST) found.push({ position, level: Number(node.attrs.level), text });
    return false;
  });
  return found;
}

/** "On this page" while it is edited: each heading leads to its place. */
export function EditorOutline({ editor }: { editor: Editor }) {
  const [headings, setHeadings] = useState<Heading[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeadings(headingsOf(editor)), PAUSE);
    };
    later();
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor]);
  if (headings.length < LEAST) return null;
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
