import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';

/** Whether more users have access afterwards: the visibilities are ordered from the widest to the strictest. */
export const widensVisibility = (from: Visibility, to: Visibility): boolean =>
  VISIBILITIES.indexOf(to) < VISIBILITIES.indexOf(from);
