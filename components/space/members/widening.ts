import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';

/** Whether more people see something afterwards: the visibilities stand from the widest to the narrowest. */
export const widensVisibility = (from: Visibility, to: Visibility): boolean =>
  VISIBILITIES.indexOf(to) < VISIBILITIES.indexOf(from);
