import { NamedWriters } from '#components/space/editor/NamedWriters.tsx';
import { useWritersNow } from '#context/writers-now.ts';

/** Who else writes in the document that is read here, live. */
export function WritersLine({ id, slug }: { id: string; slug: string }) {
  return <NamedWriters people={useWritersNow(slug).get(id) ?? []} message="item.writing_now" />;
}
