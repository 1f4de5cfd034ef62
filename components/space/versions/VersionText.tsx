import { DOMSerializer } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';
import { DocumentText } from '#components/space/editor/DocumentText.tsx';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentSchema } from '#lib/documents/schema.ts';

/** A version as it was read. What its Markdown can hold, the schema decides: no scripts, no unsafe addresses. */
export default function VersionText({ markdown }: { markdown: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { content } = parseMarkdown(markdown);
    const shown = DOMSerializer.fromSchema(documentSchema).serializeFragment(content);
    for (const box of shown.querySelectorAll('input')) {
      box.disabled = true;
      box.setAttribute('aria-label', box.closest('li')?.textContent?.trim() ?? '');
    }
    frame.current?.replaceChildren(shown);
  }, [markdown]);
  return <DocumentText ref={frame} dir="auto" />;
}
