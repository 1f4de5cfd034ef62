import { type Editor, getText, getTextSerializersFromSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { countTokens } from '#lib/text/count-tokens.ts';
import { below, color, space } from '#styles/tokens.ts';

/** Delay after the last change before the words are counted, in milliseconds. */
const PAUSE = 400;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};

  ${below('md')} {
    > button {
      display: none;
    }
  }
`;

const Count = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

/** Blocks that did not change are not counted again. */
const counted = new WeakMap<Node, number>();

function tokensOf(editor: Editor, block: Node): number {
  const known = counted.get(block);
  if (known !== undefined) return known;
  const text = getText(editor.state.doc.type.create(null, block), {
    blockSeparator: '\n',
    textSerializers: getTextSerializersFromSchema(editor.schema),
  });
  const tokens = countTokens(text);
  counted.set(block, tokens);
  return tokens;
}

type EditorFooterProps = {
  editor: Editor;
  /** Files on their way into the text. */
  uploading: number;
  onShortcuts: () => void;
};

/** How many words the text has, how many files are on their way into it, and where its keys are listed. */
export function EditorFooter({ editor, uploading, onShortcuts }: EditorFooterProps) {
  const [wordCount, setWordCount] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () =>
      setWordCount(editor.state.doc.children.reduce((sum, block) => sum + tokensOf(editor, block), 0));
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(count, PAUSE);
    };
    later();
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor]);
  return (
    <Foot data-print="hidden">
      <Count>
        <span role="status">
          {uploading > 0 && <FormattedMessage id="editor.uploading" values={{ count: uploading }} />}{' '}
        </span>
        {wordCount !== null && <FormattedMessage id="editor.word_count" values={{ count: wordCount }} />}
      </Count>
      <Button variant="quiet" size="small" icon={Keyboard} onClick={onShortcuts}>
        <FormattedMessage id="shortcuts.title" />
      </Button>
    </Foot>
  );
}
