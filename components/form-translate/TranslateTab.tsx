/** The words of the form in other languages. */
export function TranslateTab() {
  return null;
}
