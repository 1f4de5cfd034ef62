import { useWritersNow } from '#context/writers-now.ts';
import { NamedWriters } from './NamedWriters.tsx';

/** Who else writes in the document that is read here, live. */
export function WritersLine({ id, slug }: { id: string; slug: string }) {
  return <NamedWriters people={useWritersNow(slug).get(id) ?? []} message="item.writing_now" />;
}
