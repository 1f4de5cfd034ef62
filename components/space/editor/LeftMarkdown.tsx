import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { changeSharedDocument, parseMarkdown } from '#lib/documents/engine.ts';
import type { SharedDocument } from './use-shared-document.ts';

/** A text that an earlier version of the app left unsaved: it can take the place of the document's. */
export function LeftMarkdown({ document, markdown }: { document: SharedDocument; markdown: string }) {
  const take = () => {
    changeSharedDocument(document.connection.shared, parseMarkdown(markdown));
    document.removeMarkdown();
  };
  return (
    <Notice tone="warning">
      <FormattedMessage id="editor.left_markdown" />{' '}
      <Button variant="link" onClick={take}>
        <FormattedMessage id="editor.left_markdown_take" />
      </Button>{' '}
      <Button variant="link" onClick={document.removeMarkdown}>
        <FormattedMessage id="item.editor_draft_drop" />
      </Button>
    </Notice>
  );
}
