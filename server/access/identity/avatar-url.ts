/** Where an account's picture is; the address changes with the picture, so that it can be cached without limit. */
export function avatarUrl(account: { id: string; avatar_sha256: string | null }): string | null {
  if (!account.avatar_sha256) return null;
  return `/api/v1/users/${account.id}/avatar/?v=${account.avatar_sha256.slice(0, 12)}`;
}
