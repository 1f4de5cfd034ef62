import type { Mark, Node } from '@tiptap/pm/model';
import type { MarkdownSerializerState } from 'prosemirror-markdown';

/** The library's state, with what it keeps to itself. */
export type State = MarkdownSerializerState & {
  out: string;
  inTightList: boolean;
  atBlockStart: boolean;
  inAutolink?: boolean | undefined;
  flushClose(lines?: number): void;
};

export type Writer = (state: State, node: Node, parent: Node, index: number) => void;

/** An attribute that is a text; empty without it. */
export const attribute = (node: Node | Mark, name: string): string => {
  const value: unknown = node.attrs[name];
  return typeof value === 'string' ? value : '';
};
