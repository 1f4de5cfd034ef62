import type { Node } from '@tiptap/pm/model';
import type { State, Writer } from './markdown-state.ts';

export const isList = (node: Node | undefined): boolean => node !== undefined && /List$/.test(node.type.name);

const isTight = (list: Node): boolean => {
  let tight = true;
  list.forEach((item) => {
    item.forEach((block, _, at) => {
      if (at === 0 ? block.type.name !== 'paragraph' : !isList(block)) tight = false;
    });
  });
  return tight;
};

/** Lists that follow each other have different signs; otherwise they would be one. */
function followsList(parent: Node, index: number): boolean {
  let follows = false;
  for (let at = index - 1; at >= 0; at -= 1) {
    const isBullets = ['bulletList', 'taskList'].includes(parent.child(at).type.name);
    const own = parent.child(index).type.name;
    const isLike = own === 'orderedList' ? parent.child(at).type.name === own : isBullets;
    if (!isLike) break;
    follows = !follows;
  }
  return follows;
}

function writeList(
  state: State,
  list: Node,
  indent: string,
  signOf: (index: number, item: Node) => string,
): void {
  const outer = state.inTightList;
  if (outer) state.flushClose(1);
  const tight = isTight(list);
  state.inTightList = tight;
  list.forEach((item, _, at) => {
    if (at > 0 && tight) state.flushClose(1);
    state.wrapBlock(indent, signOf(at, item), list, () => state.renderContent(item));
  });
  state.inTightList = outer;
}

/** Lists as Markdown, by the name of their node. */
export const listWriters: Record<string, Writer> = {
  bulletList(state, node, parent, index) {
    const sign = followsList(parent, index) ? '* ' : '- ';
    writeList(state, node, '  ', () => sign);
  },
  taskList(state, node, parent, index) {
    const sign = followsList(parent, index) ? '*' : '-';
    writeList(state, node, '  ', (_, item) => `${sign} [${item.attrs.checked === true ? 'x' : ' '}] `);
  },
  orderedList(state, node, parent, index) {
    const start = Math.min(Math.max(0, Number(node.attrs.start) || 0), 999_999_999 - node.childCount);
    const sign = followsList(parent, index) ? ')' : '.';
    const width = String(start + node.childCount - 1).length + 2;
    writeList(state, node, ' '.repeat(width), (at) => `${start + at}${sign} `.padEnd(width));
  },
};
