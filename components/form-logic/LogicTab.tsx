/** When fields and pages are shown and required. */
export function LogicTab() {
  return null;
}
