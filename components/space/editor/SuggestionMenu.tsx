import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import type { BlockCommand } from './block-commands.ts';
import type { SuggestionProps } from './SuggestionList.tsx';

const EmojiMenu = dynamic(() => import('./EmojiMenu.tsx').then((file) => file.EmojiMenu), { ssr: false });
const MentionMenu = dynamic(() => import('./MentionMenu.tsx').then((file) => file.MentionMenu), {
  ssr: false,
});

type SuggestionMenuProps = SuggestionProps & { onBlock: (command: BlockCommand) => void };

type Blocks = typeof import('./BlockSuggestions.tsx')['BlockSuggestions'];

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

/**
 * The blocks that `/` offers, loaded with their first use. A key that chooses meanwhile chooses once they are there, and what is
 * typed after it is written then.
 */
function BlocksOnUse(props: SuggestionMenuProps) {
  const { keys, editor } = props;
  const [loaded, setLoaded] = useState<{ Blocks: Blocks } | null>(null);
  const pressed = useRef<KeyboardEvent[]>([]);
  useEffect(() => {
    let isOver = false;
    keys.current = (event) => {
      if (event.isComposing) return false;
      const isFirst = pressed.current.length === 0;
      if (isFirst ? event.key !== 'Enter' && event.key !== 'Tab' : !isLetter(event)) return false;
      pressed.current.push(event);
      return true;
    };
    import('./BlockSuggestions.tsx').then(
      ({ BlockSuggestions }) => {
        if (!isOver) setLoaded({ Blocks: BlockSuggestions });
      },
      () => {
        // What was typed stays as it is.
        keys.current = () => false;
      },
    );
    return () => {
      isOver = true;
      keys.current = () => false;
    };
  }, [keys]);
  useEffect(() => {
    const [choosing, ...letters] = pressed.current.splice(0);
    if (!loaded || !choosing) return;
    keys.current(choosing);
    const text = letters.map(({ key }) => key).join('');
    if (text !== '') editor.view.dispatch(editor.state.tr.insertText(text));
  }, [loaded, keys, editor]);
  return loaded && <loaded.Blocks {...props} />;
}

/** What `/`, `@` and `:` offer at the cursor. */
export function SuggestionMenu({ onBlock, ...props }: SuggestionMenuProps) {
  const { sign } = props.trigger;
  if (sign === '@') return <MentionMenu {...props} />;
  return sign === ':' ? <EmojiMenu {...props} /> : <BlocksOnUse {...props} onBlock={onBlock} />;
}
