import type { FieldDefinition } from '#lib/fields/definition.ts';
import { type Block, completeLayout, type FormLayout, type FormPage } from './layout.ts';
import type { FormTranslations } from './translations.ts';

/** The content of a form from which its next version is published. */
export type FormContent = {
  title: string;
  description: string;
  fields: FieldDefinition[];
  layout: FormLayout;
  translations: FormTranslations;
};

export type NodeKind = 'page' | 'block' | 'field';

/** A page, a field or another block, without its children. */
export type FormNode = {
  /** Unique among all kinds. */
  key: string;
  kind: NodeKind;
  id: string;
  /** The key of the parent page or group; that of a page is `ROOT`. */
  parent: string;
  props: Readonly<Record<string, unknown>>;
};

/** A form as one tree: pages, on them blocks and fields, in groups more fields. */
export type FormTree = {
  nodes: ReadonlyMap<string, FormNode>;
  children: ReadonlyMap<string, readonly string[]>;
};

export const ROOT = '';
export const nodeKey = (kind: NodeKind, id: string): string => `${kind}:${id}`;

/** The tree of a form; fields that are on no page are added to the last one. */
export function buildFormTree({ fields, layout }: FormContent): FormTree {
  const nodes = new Map<string, FormNode>();
  const children = new Map<string, string[]>();
  const add = (kind: NodeKind, id: string, parent: string, props: Record<string, unknown>): string => {
    const key = nodeKey(kind, id);
    nodes.set(key, { key, kind, id, parent, props });
    const list = children.get(parent);
    if (list) list.push(key);
    else children.set(parent, [key]);
    return key;
  };
  const addField = (field: FieldDefinition, parent: string): void => {
    const { id, fields: inner, ...props } = field;
    const key = add('field', id, parent, props);
    for (const one of inner ?? []) addField(one, key);
  };
  const byId = new Map(fields.map((field) => [field.id, field]));
  for (const { id, blocks, ...page } of completeLayout(fields, layout).pages) {
    const key = add('page', id, ROOT, page);
    for (const block of blocks) {
      const field = block.kind === 'field' ? byId.get(block.field) : undefined;
      if (field) addField(field, key);
      else if (block.kind !== 'field') {
        const { id: blockId, ...props } = block;
        add('block', blockId, key, props);
      }
    }
  }
  return { nodes, children };
}

/** The fields and the layout of a tree: the reverse of `buildFormTree`. */
export function formFromTree({ nodes, children }: FormTree): Pick<FormContent, 'fields' | 'layout'> {
  const below = (key: string) => (children.get(key) ?? []).flatMap((one) => nodes.get(one) ?? []);
  const fieldOf = ({ key, id, props }: FormNode): FieldDefinition => {
    const inner = below(key).map(fieldOf);
    const field = { id, ...props } as FieldDefinition;
    return field.type === 'form' || inner.length > 0 ? { ...field, fields: inner } : field;
  };
  const fields: FieldDefinition[] = [];
  const pages = below(ROOT).map(({ key, id, props }): FormPage => {
    const blocks = below(key).map((node): Block => {
      if (node.kind === 'block') return { ...node.props, id: node.id } as Block;
      fields.push(fieldOf(node));
      return { kind: 'field', field: node.id };
    });
    return { ...props, id, blocks };
  });
  return { fields, layout: { pages } };
}
