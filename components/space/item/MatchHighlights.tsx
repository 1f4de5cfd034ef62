import type { RefObject } from 'react';
import { MatchBar } from './MatchBar.tsx';
import { useTextMatches } from './use-text-matches.ts';

type MatchHighlightsProps = {
  /** Where the words are looked for. */
  element: RefObject<HTMLElement | null>;
  query: string;
  onClear: () => void;
};

/** Marks what was searched for in the text beside it, and leads from place to place. */
export default function MatchHighlights({ element, query, onClear }: MatchHighlightsProps) {
  const { count, go } = useTextMatches(element, query);
  return <MatchBar query={query} count={count} onGo={go} onClear={onClear} />;
}
