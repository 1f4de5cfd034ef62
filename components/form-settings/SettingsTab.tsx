/** What the form does beside its fields. */
export function SettingsTab() {
  return null;
}
