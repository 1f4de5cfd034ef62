/** What was typed for the values of an outermost field, where it is not what is stored: of phones and addresses. */
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
