/** Who may fill and see the form. */
export function ShareTab() {
  return null;
}
