/** How the form looks. */
export function DesignTab() {
  return null;
}
