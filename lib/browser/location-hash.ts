/** Characters of a block's text that its address has: enough to find it. */
const TEXT_MAX = 60;

/** A text as one line, as locations are compared. */
export const oneLine = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The hash of a heading, or of a block by how its text begins. */
export function locationHash(type: 'section' | 'text', text: string): string {
  const line = oneLine(text);
  return `#${type}=${encodeURIComponent(type === 'section' ? line : line.slice(0, TEXT_MAX).trimEnd())}`;
}

/**
 * The hash of a task of a document: its number there, and how its text begins, by which it is found where the document has
 * changed since.
 */
export function taskHash({ number, text }: { number: number; text: string }): string {
  const begin = oneLine(text).slice(0, TEXT_MAX).trimEnd();
  return `#task=${number}${begin ? `&text=${encodeURIComponent(begin)}` : ''}`;
}
