import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { cleanHtml, previewHtml } from './clean-html.ts';
import { escaped, linesOfPart, local, targetsOf } from './office-parts.ts';
import { reportProgress } from './port.ts';
import type { Reader } from './reader.ts';
import { readXmlText } from './xml-reader.ts';

const MAX_UNPACKED = 2048 * 1024 * 1024;
/** Charts, drawings and comments that are read of a slide. */
const MAX_DRAWINGS = 100;

/** A slide's title and its paragraphs in their order. */
function linesOf(xml: string): { title: string; lines: string[] } {
  const lines: string[] = [];
  const titles: string[] = [];
  let inTitle = false;
  let inText = false;
  let paragraph = '';
  readXmlText(xml, {
    open: (name, attributes) => {
      const tag = local(name);
      if (tag === 'sp') inTitle = false;
      if (tag === 'cNvPr' && attributes.descr?.trim()) lines.push(attributes.descr.trim());
      if (tag === 'ph') inTitle = attributes.type === 'title' || attributes.type === 'ctrTitle';
      if (tag === 't') inText = true;
      if (tag === 'br') paragraph += '\n';
      if (tag === 'tab') paragraph += '\t';
    },
    text: (text) => {
      if (inText) paragraph += text;
    },
    close: (name) => {
      const tag = local(name);
      if (tag === 't') inText = false;
      if (tag === 'sp') inTitle = false;
      if (tag !== 'p') return;
      if (paragraph.trim()) (inTitle ? titles : lines).push(paragraph.trim());
      paragraph = '';
    },
  });
  return { title: titles.join(' ').replace(/\s+/g, ' '), lines };
}

/** Slides as places that an address can name: only sections of ours are in it. */
function withPlaces<T extends { html: string }>(preview: T): T {
  let slide = 0;
  const html = preview.html.replaceAll('<section>', () => {
    slide += 1;
    return `<section id="slide=${slide}">`;
  });
  return { ...preview, html };
}

/** A presentation: slides in the order they are shown, with their speaker's notes. */
export const readSlides: Reader = async (file, out) => {
  const archive = await Archive.open(file, MAX_UNPACKED);
  const main = 'ppt/presentation.xml';
  const bytes = await archive.bytes(main);
  if (!bytes) throw new Unreadable('corrupt', DAMAGED);
  let html = '';
  let first: string | undefined;
  let slide = 0;
  try {
    const targets = await targetsOf(archive, main);
    const order: string[] = [];
    readXmlText(bytes.toString('utf8'), {
      open: (name, attributes) => {
        const target = local(name) === 'sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
        if (target) order.push(target.path);
      },
    });
    for (const path of order) {
      const part = await archive.bytes(path);
      slide++;
      if (!part || out.full) continue;
      const { title, lines } = linesOf(part.toString('utf8'));
      const related = [...(await targetsOf(archive, path)).values()];
      for (const { path: drawing, type } of related.slice(0, MAX_DRAWINGS)) {
        if (/^(?:chart|diagramData|comments)$/.test(type))
          lines.push(...(await linesOfPart(archive, drawing)));
      }
      const notes = related.find(({ type }) => type === 'notesSlide');
      const notesXml = notes && (await archive.bytes(notes.path));
      if (notesXml)
        lines.push(...linesOf(notesXml.toString('utf8')).lines.filter((line) => !/^\d+$/.test(line)));
      first ??= title || undefined;
      await out.add({ type: 'slide', slide }, [title, ...lines].filter(Boolean).join('\n'), title);
      html += `<section><h2>${escaped(title ? `${slide}. ${title}` : `Slide ${slide}`)}</h2>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</section>`;
      await reportProgress(slide, order.length);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('corrupt', DAMAGED);
  }
  return { meta: { slides: slide }, title: first, preview: withPlaces(previewHtml(cleanHtml(html))) };
};
