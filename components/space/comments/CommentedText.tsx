import { MessageSquarePlus } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import styled, { createGlobalStyle } from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import type { Comment } from '#lib/contract/comment.ts';
import type { TextQuote } from '#lib/text/find-quote.ts';
import { color, SHADOW } from '#styles/tokens.ts';
import { COMMENTED, COMMENTED_ACTIVE, useAnchoredTexts } from './use-anchored-texts.ts';
import { useSelectedText } from './use-selected-text.ts';

/** The texts that threads are about. */
const Marks = createGlobalStyle`
  @media screen {
    ::highlight(${COMMENTED}) {
      background-color: ${color('mark')};
      color: ${color('text')};
    }

    ::highlight(${COMMENTED_ACTIVE}) {
      background-color: ${color('primaryFill')};
      color: ${color('onFill')};
    }
  }
`;

const AtSelection = styled.div`
  position: fixed;
  z-index: 950;
  transform: translate(-50%, 8px);
  border-radius: 10px;
  box-shadow: ${SHADOW.floating};

  @media print {
    display: none;
  }
`;

type CommentedTextProps = {
  /** The element with the text. */
  text: RefObject<HTMLElement | null>;
  threads: readonly Comment[];
  /** The thread whose text is shown stronger. */
  active: string | null;
  /** Called with the thread whose text was clicked. */
  onOpen: (threadId: string) => void;
  /** Called with the threads whose text was deleted. */
  onGone: (gone: ReadonlySet<string>) => void;
  /** Set to a function that scrolls to the text of a thread. */
  scrollTo: RefObject<((threadId: string) => void) | null>;
  /** Called with a selected text to comment on; null where the user may not comment. */
  onQuote: ((quote: TextQuote) => void) | null;
};

/** Marks the texts that threads are about, and offers to comment on a selected one. It renders nothing in the page itself. */
export default function CommentedText(props: CommentedTextProps) {
  const { text, threads, active, onOpen, onGone, scrollTo, onQuote } = props;
  const texts = useAnchoredTexts({ element: text, threads, active, onClick: onOpen });
  const selected = useSelectedText(onQuote ? text : null);
  useEffect(() => onGone(texts.gone), [texts.gone, onGone]);
  useEffect(() => {
    scrollTo.current = texts.scrollTo;
  });
  return (
    <>
      {threads.length > 0 && <Marks />}
      {selected && onQuote && (
        <AtSelection style={{ left: selected.left, top: selected.bottom }}>
          <Button
            size="small"
            icon={MessageSquarePlus}
            // The selection stays where it is.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              onQuote(selected.quote);
              window.getSelection()?.removeAllRanges();
            }}
          >
            <FormattedMessage id="comments.on_selection" />
          </Button>
        </AtSelection>
      )}
    </>
  );
}
