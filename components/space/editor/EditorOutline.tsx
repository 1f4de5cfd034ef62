import type { Editor } from '@tiptap/core';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import type { Heading } from './HeadingList.tsx';

/** Delay after the last change before the headings are read, in milliseconds. */
const PAUSE = 300;
/** With fewer headings than this, an outline is not needed; more are not shown. */
const LEAST = 2;
const MOST = 60;

const HeadingList = dynamic(() => import('./HeadingList.tsx').then((file) => file.HeadingList), {
  ssr: false,
});

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

/** The outline of what is edited, once it has some headings. */
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
  return <HeadingList editor={editor} headings={headings} />;
}
