import { parseSync, Visitor } from 'vite';
import type { Source } from './sources.ts';

type Handlers = ConstructorParameters<typeof Visitor>[0];
type NodeOf<Name extends keyof Handlers> = Parameters<NonNullable<Handlers[Name]>>[0];
type Pattern =
  | NodeOf<'ArrowFunctionExpression'>['params'][number]
  | NonNullable<NodeOf<'ArrayPattern'>['elements'][number]>;
type Key = NodeOf<'PropertyDefinition'>['key'];

export type DeclaredNames = {
  /** What is bound to a value: variables, parameters, what is destructured, properties of classes. */
  bindings: Set<string>;
  /**
   * Methods, keys of types and of objects, and kinds: a text as a type, or that a constant names. Not the keys and constants of
   * tests, which are content.
   */
  members: Set<string>;
};

/** A text that names something, such as a job; a sentence or a path does not. */
const KIND = /^[a-z][\w-]*$/i;

/** The name of a key; null for one that is computed, or is no name. */
function keyName(key: Key): string | null {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' && KIND.test(key.value) ? key.value : null;
}

/** Every name that a file declares inside of its modules, functions, classes, types and objects. */
export function declaredNames({ path, text }: Source): DeclaredNames {
  const bindings = new Set<string>();
  const members = new Set<string>();
  const isTest = /\.(?:test|spec)\.\w+$|^tests\//.test(path);
  const add = (pattern: Pattern | null): void => {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') bindings.add(pattern.name);
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else if (pattern.type === 'RestElement') add(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') add(pattern.parameter);
    else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) add(element);
    else if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties)
        add(property.type === 'RestElement' ? property.argument : property.value);
  };
  const addAll = ({ params }: { params: readonly Pattern[] }) => {
    for (const param of params) add(param);
  };
  const addKey = ({ key, computed }: { key: Key; computed: boolean }) => {
    const name = computed ? null : keyName(key);
    if (name !== null) members.add(name);
  };
  const addKind = (value: unknown) => {
    if (!isTest && typeof value === 'string' && KIND.test(value)) members.add(value);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      add(id);
      if (init?.type === 'Literal') addKind(init.value);
    },
    FunctionDeclaration: addAll,
    FunctionExpression: addAll,
    ArrowFunctionExpression: addAll,
    TSFunctionType: addAll,
    PropertyDefinition(property) {
      const { key } = property;
      if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') bindings.add(key.name);
      addKey(property);
    },
    MethodDefinition: addKey,
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    ObjectExpression({ properties }) {
      if (isTest) return;
      for (const property of properties) if (property.type === 'Property') addKey(property);
    },
    TSLiteralType({ literal }) {
      if (literal.type === 'Literal') addKind(literal.value);
    },
  }).visit(parseSync(path, text).program);
  return { bindings, members };
}
