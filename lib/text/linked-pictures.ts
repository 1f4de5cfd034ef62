import { rewriteLinks } from './markdown-links.ts';

const OTHER_SITE = /^(?:https?:)?\/\//i;
/** A picture of another site with a width or a caption, as documents write it. */
const FRAMED =
  /<span data-picture[^>\n]{0,80}>(!\[[^\]\n]{0,1000}\]\(<?(?:https?:)?\/\/[^\n<>]{0,2000}>?\))(?:<br>([^\n]{0,2000}?))?<\/span>/gi;

/** A Markdown text whose pictures of other sites are links to them: no page shows those, as they would see who reads it. */
export function linkPictures(markdown: string): { markdown: string; count: number } {
  let count = 0;
  const plain = markdown.replace(FRAMED, (_, picture: string, caption?: string) =>
    caption ? `${picture}<br>${caption}` : picture,
  );
  const text = rewriteLinks(plain, {
    address: () => null,
    isLinkedPicture(address) {
      const isOther = OTHER_SITE.test(address);
      if (isOther) count += 1;
      return isOther;
    },
  });
  return count > 0 ? { markdown: text, count } : { markdown, count };
}
