import type { Passage } from '#lib/text/passage.ts';

/** Sections of Markdown at its headings, for search. */
export function documentPassages(markdown: string): Passage[] {
  return markdown
    .split(/^(?=#{1,6} )/m)
    .filter((section) => section.trim())
    .map((section) => {
      const heading = /^#{1,6} +(.+)/.exec(section)?.[1]?.trim();
      return heading
        ? { where: { type: 'section', heading }, heading, text: section }
        : { where: { type: 'text', part: 1 }, text: section };
    });
}

/** Passages of a document, the first of them with its tags: they are found together with its title, and its first words. */
export function withTags(passages: readonly Passage[], tags: readonly string[] = []): Passage[] {
  if (tags.length === 0) return [...passages];
  const [first, ...others] = passages;
  const text = tags.join(', ');
  if (!first) return [{ where: { type: 'text', part: 1 }, text }];
  return [{ ...first, text: `${first.text}\n\n${text}` }, ...others];
}
