import type { WritingPerson } from '#lib/contract/document-writers.ts';
import { getDocumentWriters } from '#services/document-writers.ts';
import { useShell } from './ShellContext.tsx';
import { createWatchedValue } from './watched-value.ts';

/** Who writes in which documents, by their id. */
export type Writers = ReadonlyMap<string, readonly WritingPerson[]>;

/** A process that was killed reports nobody as having left: asked again while somebody is shown, in milliseconds. */
const AGAIN_MS = 60_000;

const { useWatchedValue } = createWatchedValue<Writers>({
  empty: new Map(),
  load: async (slug) =>
    new Map((await getDocumentWriters(slug)).map(({ item_id, people }) => [item_id, people])),
  concerns: ({ about }) => about === 'writers',
  againMs: ({ size }) => (size > 0 ? AGAIN_MS : null),
});

/** Who else writes in the documents of a space of the page's hub, live; nobody for somebody from outside of it. */
export function useWritersNow(slug: string): Writers {
  const { hub } = useShell();
  return useWatchedValue(hub?.domain_handle ?? null, slug);
}
