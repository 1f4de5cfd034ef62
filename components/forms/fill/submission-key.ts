/** An unguessable idempotency key for a submission; `randomUUID` is missing on pages over plain HTTP. */
export function newSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
