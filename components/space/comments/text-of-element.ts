/** The text of an element, and which of its text nodes holds each part of it. */
export type ElementText = { text: string; nodes: { node: Text; start: number }[] };

/** The visible text of an element in the order in which it is read. */
export function textOfElement(element: HTMLElement): ElementText {
  const nodes: ElementText['nodes'] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

/** The range of a part of an element's text. */
export function rangeOfText({ nodes }: ElementText, start: number, end: number): Range | null {
  const holderOf = (at: number) => nodes.findLast((one) => one.start <= at);
  const [first, last] = [holderOf(start), holderOf(Math.max(start, end - 1))];
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, Math.min(last.node.length, end - last.start));
  return range;
}

/** Where a selected range begins and ends in an element's text; null where it is not in it. */
export function offsetsOfRange(
  { nodes, text }: ElementText,
  range: Range,
): { start: number; end: number } | null {
  let start: number | null = null;
  let until: number | null = null;
  for (const { node, start: from } of nodes) {
    if (!range.intersectsNode(node)) continue;
    start ??= from + (node === range.startContainer ? range.startOffset : 0);
    until = from + (node === range.endContainer ? range.endOffset : node.length);
  }
  if (start === null || until === null || until <= start) return null;
  // Without the spaces around it.
  const part = text.slice(start, until);
  const lead = part.length - part.trimStart().length;
  const trail = part.length - part.trimEnd().length;
  return until - trail > start + lead ? { start: start + lead, end: until - trail } : null;
}
