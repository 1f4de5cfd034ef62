/** What a report says of a file that is here already, and is the same; a plan says it of what it found to be. */
export const UNCHANGED = 'Unchanged since the last import.';

/** Of a table that changed in its source: rows of two tables are not merged. */
export const TABLE_LEFT =
  'This table was changed in the archive since the last import. The one that is here was left as it is.';

/** Addresses of broken links that a report names, and how much of each. */
const NAMED = 10;
const ADDRESS_MAX = 100;

const namesOf = (addresses: readonly string[]): string => {
  const named = [...new Set(addresses)].slice(0, NAMED);
  const short = named.map((one) => (one.length > ADDRESS_MAX ? `${one.slice(0, ADDRESS_MAX)}…` : one));
  return `${short.join(', ')}${new Set(addresses).size > NAMED ? ', …' : ''}`
    .toWellFormed()
    .replaceAll('\0', '');
};

/** What a report says of a document that was imported, but not all of it. */
export function reportReason({
  missing,
  leftOut,
  linkedPictures,
}: {
  missing: readonly string[];
  leftOut: string | null;
  linkedPictures: number;
}): string | null {
  const parts = [
    ...(missing.length > 0
      ? [
          `${missing.length === 1 ? 'One link leads' : `${missing.length} links lead`} to files that are not in the import: ${namesOf(missing)}.`,
        ]
      : []),
    ...(linkedPictures > 0
      ? [
          `${linkedPictures === 1 ? 'One picture of another site became a link' : `${linkedPictures} pictures of other sites became links`}.`,
        ]
      : []),
    ...(leftOut ? [`Left out: ${leftOut}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}
