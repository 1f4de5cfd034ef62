/** The form as it is being built. */
export function BuildTab() {
  return null;
}
