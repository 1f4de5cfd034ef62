import type { RefObject } from 'react';
import { MatchBar } from './MatchBar.tsx';
import { useTextMatches } from './use-text-matches.ts';

type MatchHighlightsProps = {
  /** The element that is searched. */
  element: RefObject<HTMLElement | null>;
  query: string;
  onClear: () => void;
};

/** Highlights the search terms in the text beside it, and moves between the matches. */
export default function MatchHighlights({ element, query, onClear }: MatchHighlightsProps) {
  const { count, go } = useTextMatches(element, query);
  return <MatchBar query={query} count={count} onGo={go} onClear={onClear} />;
}
