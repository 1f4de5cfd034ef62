import type { RefObject } from 'react';
import { FoundBar } from './FoundBar.tsx';
import { useFoundWords } from './use-found-words.ts';

type FoundWordsProps = {
  /** Where the words are looked for. */
  element: RefObject<HTMLElement | null>;
  query: string;
  onClear: () => void;
};

/** Marks what was searched for in the text beside it, and leads from place to place. */
export default function FoundWords({ element, query, onClear }: FoundWordsProps) {
  const { count, go } = useFoundWords(element, query);
  return <FoundBar query={query} count={count} onGo={go} onClear={onClear} />;
}
