/**
 * The text that was typed for an outermost field, where it differs from the stored value: for phone numbers and
 * addresses.
 */
export function typedTextOf(
  { values, typed }: { values: Record<string, unknown>; typed: Record<string, string> },
  name: string,
): string[] {
  const stored = JSON.stringify(values[name] ?? null);
  return Object.entries(typed).flatMap(([path, text]) => {
    const isOwn = path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
    return isOwn && !stored.includes(JSON.stringify(text)) ? [text] : [];
  });
}
