import { parseHtml } from '#components/ui/parse-html.ts';
import { flattenCells } from '#lib/documents/flatten-cells.ts';
import { markFormulas } from '#lib/documents/mark-formulas.ts';
import { isSafePicture } from '#lib/documents/safe-address.ts';
import { apiBase } from '#services/http.ts';
import { readPastedBlocks } from './pasted-blocks.ts';
import { readPastedLinks } from './pasted-links.ts';
import { readOfficeLists } from './pasted-office-lists.ts';
import { isTaskBox, readPastedTasks } from './pasted-tasks.ts';

/** How deep elements of what is pasted lie in each other at most; deeper ones lose their frames. */
const DEPTH_MAX = 60;
/** Text that its page didn't show, so that it isn't pasted either. */
const HIDDEN = '[hidden], [style*="display"], [style*="visibility"], [style*="mso-hide"]';
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)\b/i;

/**
 * Pasted HTML, made to what a document can hold: lists of Word become lists, boxes to tick become tasks, cells have a line of text, and frames,
 * scripts, controls, empty lines, hidden text and pictures that nobody else could see go. The schema leaves out the rest.
 */
export function cleanPastedHtml(html: string): string {
  const parsed = parseHtml(html);
  const { body } = parsed;
  // Formulas have a hidden form.
  markFormulas(parsed);
  removeHidden(body);
  for (const element of body.querySelectorAll(
    'style, script, meta, link, title, template, object, iframe, svg',
  ))
    element.remove();
  removeComments(body);
  flatten(body, 0);
  readOfficeLists(body);
  readPastedTasks(body);
  readPastedBlocks(body);
  readPastedLinks(body);
  for (const picture of body.querySelectorAll('img')) readPicture(picture);
  flattenCells(body);
  return body.innerHTML;
}

function removeHidden(body: Element): void {
  for (const element of body.querySelectorAll(HIDDEN))
    if (element.hasAttribute('hidden') || HIDING.test(element.getAttribute('style') ?? '')) element.remove();
}

/** Whether pages show pictures of an origin: their own, and that of the API. */
const isOwn = (origin: string): boolean =>
  origin === window.location.origin || origin === new URL(apiBase(), window.location.href).origin;

/** Where a picture of the web or of this site is; null for another one, and for what is no address, as `http://[`. */
function webAddress(address: string): URL | null {
  if (!/^(?:https?:)?\//i.test(address) || !isSafePicture(address)) return null;
  return URL.canParse(address, window.location.href) ? new URL(address, window.location.href) : null;
}

/**
 * A page shows no pictures of other sites, which would see who reads it: one becomes a link. One that is a file of the
 * writer's machine goes, and one that is in the text itself is stored as a file (`picturesWithin`).
 */
function readPicture(picture: HTMLImageElement): void {
  const address = webAddress(picture.getAttribute('src') ?? '');
  if (!address) {
    picture.remove();
    return;
  }
  const { origin, href } = address;
  if (isOwn(origin)) return;
  const link = document.createElement('a');
  link.href = href;
  link.textContent = picture.alt.trim() || href;
  picture.replaceWith(link);
}

const PICTURE_DATA = /^data:(image\/(png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i;

/** A picture that is in the text itself, as a file; null for what is none. */
function pictureFile(picture: HTMLImageElement, at: number): File | null {
  const [, type, kind, data] = PICTURE_DATA.exec(picture.getAttribute('src') ?? '') ?? [];
  if (!type || !kind || !data) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const name = picture.alt.trim().slice(0, 100) || `picture-${at + 1}`;
    return new File([bytes], `${name}.${kind.toLowerCase()}`, { type: type.toLowerCase() });
  } catch {
    return null;
  }
}

/** Whether the document does not show a picture: one of another site, of the writer's machine, or of nowhere. */
function isLeftOut(picture: HTMLImageElement): boolean {
  const source = picture.getAttribute('src') ?? '';
  if (PICTURE_DATA.test(source)) return false;
  const address = webAddress(source);
  return address === null || !isOwn(address.origin);
}

/** The pictures that pasted HTML has within itself, as files, and how many the document does not show. */
export function picturesWithin(html: string): { files: File[]; leftOut: number } {
  const images = [...parseHtml(html).images].filter((picture) => !isTaskBox(picture));
  return {
    files: images.flatMap((picture, at) => pictureFile(picture, at) ?? []),
    leftOut: images.filter(isLeftOut).length,
  };
}

function removeComments(body: HTMLElement): void {
  const comments: Node[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Takes frames out of what lies too deep, without recursion into it. */
function flatten(element: Element, depth: number): void {
  for (const child of [...element.children]) {
    if (depth < DEPTH_MAX) flatten(child, depth + 1);
    else child.replaceWith(child.textContent ?? '');
  }
}
