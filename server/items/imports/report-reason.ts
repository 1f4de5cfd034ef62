/** What a report says of a document that was imported, but not all of it. */
export function reportReason({
  missing,
  leftOut,
}: {
  missing: number;
  leftOut: string | null;
}): string | null {
  const parts = [
    ...(missing > 0
      ? [`${missing === 1 ? 'One link leads' : `${missing} links lead`} to files that are not in the import.`]
      : []),
    ...(leftOut ? [`Left out: ${leftOut}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}
