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

/** The blocks that `/` offers, loaded with their first use: a key that chooses meanwhile chooses once they are there. */
function BlocksOnUse(props: SuggestionMenuProps) {
  const { keys } = props;
  const [loaded, setLoaded] = useState<{ Blocks: Blocks } | null>(null);
  const pressed = useRef<KeyboardEvent | null>(null);
  useEffect(() => {
    let isOver = false;
    keys.current = (event) => {
      const isChosen = !event.isComposing && (event.key === 'Enter' || event.key === 'Tab');
      if (isChosen) pressed.current = event;
      return isChosen;
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
    if (!loaded || !pressed.current) return;
    keys.current(pressed.current);
    pressed.current = null;
  }, [loaded, keys]);
  return loaded && <loaded.Blocks {...props} />;
}

/** What `/`, `@` and `:` offer at the cursor. */
export function SuggestionMenu({ onBlock, ...props }: SuggestionMenuProps) {
  const { sign } = props.trigger;
  if (sign === '@') return <MentionMenu {...props} />;
  return sign === ':' ? <EmojiMenu {...props} /> : <BlocksOnUse {...props} onBlock={onBlock} />;
}
