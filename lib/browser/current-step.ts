type Stepping = { current_step: string; organization: unknown };

/** The page for a user's current step, or null when no step is left (docs/product-rules.md §1). */
export function stepPath(user: Stepping): string | null {
  switch (user.current_step) {
    case 'completed':
      return null;
    case 'organization':
    case 'join_organization':
      return user.organization ? '/join-hub' : '/create-hub';
    case 'profile':
      return '/basic-profile';
    default:
      return `/${user.current_step}`;
  }
}

const HUB_PATHS = ['/create-hub', '/join-hub'];

/**
 * Like `stepPath`, but null where the user already is: the two pages for getting a hub link to each other.
 */
export function stepRedirect(user: Stepping, path: string): string | null {
  const target = stepPath(user);
  const here = path.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
  if (!target || target === here) return null;
  return HUB_PATHS.includes(target) && HUB_PATHS.includes(here) ? null : target;
}
