/** Somebody whom a text mentions. */
export type MentionedPerson = { id: string; name: string };

const MENTION = /@\[([^[\]\n\\]{1,200})\]\(user:([0-9a-f-]{36})\)/g;

/**
 * A mention as Markdown, `@[name](user:<id>)`. The name is as `documentMarkdown` reads it, without brackets and backslashes:
 * readers see the one that the person has.
 */
export function mentionMarkdown({ id, name }: MentionedPerson): string {
  const written = name
    .replace(/[\\[\]\n]/g, '')
    .slice(0, 200)
    .toWellFormed()
    .trim();
  return `@[${written || '…'}](user:${id})`;
}

/** Markdown as its writer edits it: a mention is `@name`, and whom it means stands beside the text. */
export function editableMentions(markdown: string): { text: string; people: MentionedPerson[] } {
  const people = new Map<string, MentionedPerson>();
  const text = markdown.replace(MENTION, (_, name: string, id: string) => {
    people.set(id, { id, name });
    return `@${name}`;
  });
  return { text, people: [...people.values()] };
}

const isLetterOrDigit = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The edited text as Markdown: each `@name` of the people becomes a mention, the longest name first. */
export function mentionsAsMarkdown(text: string, people: readonly MentionedPerson[]): string {
  const named = people.toSorted((one, other) => other.name.length - one.name.length);
  let markdown = '';
  for (let at = 0; at < text.length; ) {
    const person =
      text[at] === '@' && !isLetterOrDigit(text[at - 1])
        ? named.find(
            ({ name }) => text.startsWith(name, at + 1) && !isLetterOrDigit(text[at + 1 + name.length]),
          )
        : undefined;
    if (person) {
      markdown += mentionMarkdown(person);
      at += person.name.length + 1;
    } else {
      markdown += text[at];
      at += 1;
    }
  }
  return markdown;
}
