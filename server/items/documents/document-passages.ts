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
