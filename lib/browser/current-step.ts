type Stepping = { current_step: string; organization: unknown };

/** The page for a person's current step, or null when nothing is left to do (docs/product-rules.md §1). */
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

/** Like `stepPath`, but null where the person already is: the two ways to a hub lead to each other. */
export function stepRedirect(user: Stepping, path: string): string | null {
  const target = stepPath(user);
  const here = path.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
  if (!target || target === here) return null;
  return HUB_PATHS.includes(target) && HUB_PATHS.includes(here) ? null : target;
}
