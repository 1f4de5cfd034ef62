import { useMemo } from 'react';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import type { ProblemPlace } from '#components/forms/draft/draft-problems.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';

/** The problem of each part of a field, page or block: `problem('label')`. */
export function useProblem(kind: ProblemPlace['kind'], id?: string): (part: string) => string | undefined {
  const { problems } = useDraft();
  return (part) =>
    problems.find(
      ({ place }) =>
        place.kind === kind &&
        (place.kind === 'form' || place.id === id) &&
        (place.part === part || place.part.startsWith(`${part}[`) || place.part.startsWith(`${part}.`)),
    )?.message;
}

/** The outermost fields and the blocks with problems. */
export function useInvalidBlocks(): ReadonlySet<string> {
  const { problems, content } = useDraft();
  return useMemo(
    () =>
      new Set(
        problems.flatMap(({ place }) => {
          if (place.kind === 'form') return [];
          const found = place.kind === 'field' ? findField(content.fields, place.id) : null;
          return [found?.around[0]?.id ?? place.id];
        }),
      ),
    [problems, content.fields],
  );
}
