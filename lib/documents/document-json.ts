import { Fragment, Mark, Node, type NodeType } from '@tiptap/pm/model';
import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { embedTarget } from '#lib/text/embed-address.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { readPictureLayout } from '#lib/text/picture-layout.ts';
import { blockFormula, inlineFormula } from './formula.ts';
import { emptyDocument } from './parse-markdown.ts';
import { isSafeAddress, isSafePicture } from './safe-address.ts';
import { documentSchema } from './schema.ts';
import { COLSPAN_MAX, ROWSPAN_MAX, readSpan, readWidths } from './table-cells.ts';

/** How deep blocks lie in each other at most; deeper ones lose their frames, and keep their text. */
const DEPTH_MAX = 100;

/**
 * A document of ProseMirror's JSON, whatever it holds: what the schema doesn't know or allow there is left
 * out, its text stays; addresses that could run code go. For states that other programs wrote.
 */
export function repairDocument(json: unknown): Node {
  const blocks = isRecord(json) ? blocksOf(json.content, documentSchema.topNodeType, 0) : [];
  return documentSchema.topNodeType.createAndFill(null, blocks) ?? emptyDocument();
}

/**
 * The same for what a client sends, which must be right.
 * @throws RangeError that says what is not a document
 */
export function readDocumentJson(json: unknown): Node {
  if (!isRecord(json) || json.type !== 'doc') throw new RangeError('not a document');
  const node = Node.fromJSON(documentSchema, json);
  node.check();
  return repairDocument(node.toJSON());
}

/**
 * A document as ProseMirror's JSON, as text that a database stores: without NUL and halves of characters, which somebody's own
 * program may have written.
 */
export const documentText = (document: Node): string =>
  JSON.stringify(document.toJSON(), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function marksOf(value: unknown): readonly Mark[] {
  const marks = listOf(value).flatMap((one) => {
    if (!isRecord(one) || typeof one.type !== 'string') return [];
    const type = Object.hasOwn(documentSchema.marks, one.type) ? documentSchema.marks[one.type] : undefined;
    const attrs = isRecord(one.attrs) ? one.attrs : {};
    if (!type || (one.type === 'link' && !isSafeAddress(attrs.href))) return [];
    return [type.create(one.type === 'link' ? { href: attrs.href, title: textOrNull(attrs.title) } : null)];
  });
  return Mark.setFrom(marks);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** Attributes with the type that their defaults have. */
function attributesOf(type: NodeType, value: unknown): Record<string, unknown> {
  const input = isRecord(value) ? value : {};
  const attrs: Record<string, unknown> = {};
  for (const [name, { default: usual }] of Object.entries(type.spec.attrs ?? {})) {
    const one = input[name];
    const isLike =
      usual === null || usual === undefined ? textOrNull(one) !== null : typeof one === typeof usual;
    attrs[name] = isLike ? one : usual;
  }
  if ('colspan' in attrs) {
    const colspan = readSpan(attrs.colspan, COLSPAN_MAX);
    const colwidth = readWidths(input.colwidth, colspan);
    Object.assign(attrs, { colspan, rowspan: readSpan(attrs.rowspan, ROWSPAN_MAX), colwidth });
  }
  if (type.name === 'date' && !isCalendarDate(attrs.date)) attrs.date = '';
  if (type.name === 'inlineMath') attrs.latex = inlineFormula(attrs.latex);
  if (type.name === 'blockMath') attrs.latex = blockFormula(attrs.latex);
  if (type.name === 'image') {
    if (!isSafePicture(attrs.src)) attrs.src = '';
    Object.assign(attrs, readPictureLayout(input) ?? { width: null, align: null, caption: null });
  }
  return attrs;
}

function inlinesOf(value: unknown, depth = 0): Node[] {
  if (depth > DEPTH_MAX) return [];
  return listOf(value).flatMap((one) => {
    if (!isRecord(one)) return [];
    if (one.type === 'text')
      return typeof one.text === 'string' && one.text
        ? [documentSchema.text(one.text, marksOf(one.marks))]
        : [];
    const type = typeof one.type === 'string' ? ownType(one.type) : undefined;
    if (type?.name === 'itemLink' && !embedTarget(isRecord(one.attrs) ? one.attrs.address : null)) return [];
    if (type?.isInline) return [type.create(attributesOf(type, one.attrs), null, marksOf(one.marks))];
    return inlinesOf(one.content, depth + 1);
  });
}

const ownType = (name: string): NodeType | undefined =>
  Object.hasOwn(documentSchema.nodes, name) ? documentSchema.nodes[name] : undefined;

/** The blocks within one: those that fit; the text of others as paragraphs. */
function blocksOf(value: unknown, parent: NodeType, depth: number): Node[] {
  const blocks = listOf(value).flatMap((one) => (isRecord(one) ? blockOf(one, depth) : []));
  const fitting: Node[] = [];
  let match = parent.contentMatch;
  for (const block of blocks) {
    const next = match.matchType(block.type) ?? null;
    if (next) {
      match = next;
      fitting.push(block);
      continue;
    }
    // What has to stand before it comes with it.
    const before = match.fillBefore(Fragment.from(block));
    const after = before ? match.matchFragment(before.append(Fragment.from(block))) : null;
    if (!before || !after) continue;
    before.forEach((node) => {
      fitting.push(node);
    });
    fitting.push(block);
    match = after;
  }
  return fitting;
}

function blockOf(json: Record<string, unknown>, depth: number): Node[] {
  const type = typeof json.type === 'string' ? ownType(json.type) : undefined;
  if (!type || type.isInline || type === documentSchema.topNodeType || depth > DEPTH_MAX) {
    const inlines = inlinesOf(type?.isInline || json.type === 'text' ? [json] : json.content);
    return inlines.length > 0 ? [documentSchema.node('paragraph', null, inlines)] : [];
  }
  const attrs = attributesOf(type, json.attrs);
  if (type.spec.code) {
    const text = inlinesOf(json.content)
      .map((one) => one.text ?? '')
      .join('');
    return [type.create(attrs, text ? documentSchema.text(text) : null)];
  }
  if (type.inlineContent) return [type.create(attrs, inlinesOf(json.content))];
  if (type.name === 'embed' && !embedTarget(attrs.address)) return [];
  if (type.isLeaf) return [type.create(attrs)];
  const made = type.createAndFill(attrs, blocksOf(json.content, type, depth + 1));
  return made ? [made] : [];
}
