/** Its content is text up to its end, whatever stands in it; of one that is not closed, all that follows. */
const STYLES = /<style[\s>][\s\S]*?(?:<\/style\s*>|$)/gi;

/**
 * The HTML of a clipboard as a document that is never shown. Without its styles: a browser reports each as blocked by the
 * policy of the page.
 */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(STYLES, ''), 'text/html');
