import { posix } from 'node:path';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { cleanHtml, previewHtml } from './clean-html.ts';
import { reportProgress } from './port.ts';
import type { Reader } from './reader.ts';
import { readXmlText } from './xml-reader.ts';

const MAX_UNPACKED = 2048 * 1024 * 1024;

const local = (name: string) => name.slice(name.indexOf(':') + 1);
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The parts that a part refers to, by relationship id. */
async function targetsOf(
  archive: Archive,
  part: string,
): Promise<Map<string, { path: string; type: string }>> {
  const folder = posix.dirname(part);
  const bytes = await archive.bytes(`${folder}/_rels/${posix.basename(part)}.rels`);
  const targets = new Map<string, { path: string; type: string }>();
  if (!bytes) return targets;
  readXmlText(bytes.toString('utf8'), {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (local(name) !== 'Relationship' || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      targets.set(Id, { path, type: Type.slice(Type.lastIndexOf('/') + 1) });
    },
  });
  return targets;
}

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
      const notes = [...(await targetsOf(archive, path)).values()].find(({ type }) => type === 'notesSlide');
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
