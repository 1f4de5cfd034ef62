export type EmojiChoice = { name: string; emoji: string };

const SHOWN = 8;

/** What the names that a query may mean stand for, the ones that begin with it first, each sign once. */
export function emojiChoices(names: Readonly<Record<string, string>>, query: string): EmojiChoice[] {
  const typed = query.toLowerCase();
  const entries = Object.entries(names).map(([name, emoji]) => ({ name, emoji }));
  const first = entries.filter(({ name }) => name.startsWith(typed));
  const others = entries.filter(({ name }) => name.includes(typed) && !name.startsWith(typed));
  const byEmoji = new Map<string, EmojiChoice>();
  for (const choice of [...first.toSorted((a, b) => a.name.length - b.name.length), ...others]) {
    if (byEmoji.size >= SHOWN) break;
    if (!byEmoji.has(choice.emoji)) byEmoji.set(choice.emoji, choice);
  }
  return [...byEmoji.values()];
}

/** The names of emoji, as GitHub has them; they come with the first `:` that looks for one. */
export async function loadEmojiNames(): Promise<Readonly<Record<string, string>>> {
  const { default: names } = await import('markdown-it-emoji/lib/data/full.mjs');
  return names;
}
