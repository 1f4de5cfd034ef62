import dynamic from 'next/dynamic';
import type { BlockCommand } from './block-commands.ts';
import type { SuggestionProps } from './SuggestionList.tsx';

const BlockSuggestions = dynamic(
  () => import('./BlockSuggestions.tsx').then((file) => file.BlockSuggestions),
  { ssr: false },
);
const EmojiMenu = dynamic(() => import('./EmojiMenu.tsx').then((file) => file.EmojiMenu), { ssr: false });
const MentionMenu = dynamic(() => import('./MentionMenu.tsx').then((file) => file.MentionMenu), {
  ssr: false,
});

type SuggestionMenuProps = SuggestionProps & { onBlock: (command: BlockCommand) => void };

/** What `/`, `@` and `:` offer at the cursor. */
export function SuggestionMenu({ onBlock, ...props }: SuggestionMenuProps) {
  const { sign } = props.trigger;
  if (sign === '@') return <MentionMenu {...props} />;
  return sign === ':' ? <EmojiMenu {...props} /> : <BlockSuggestions {...props} onBlock={onBlock} />;
}
