import { parseSync, Visitor } from 'vite';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { Client } from '#tests/harness/client.ts';
import { files, type Source } from './sources.ts';

/*
 * What a test's request returns has the type of its route, by the address (docs/decisions/0188). A type beside the call is a
 * claim that nothing compares: it is for an address that is put together elsewhere, and for one side of a union. There may be
 * fewer of them, and not more; anybody who removes one lowers its number.
 */
const CLAIMS_BESIDE_AN_ADDRESS = 92;
const CLAIMS_BESIDE_A_VARIABLE = 202;

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The calls with a type beside them, by whether their address is written there. */
function claims({ path, text }: Source): { at: string; isWritten: boolean }[] {
  const found: { at: string; isWritten: boolean }[] = [];
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} can't be parsed: ${errors[0].message}`);
  new Visitor({
    CallExpression({ start, callee, typeArguments, arguments: [address] }) {
      if (!typeArguments || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
        return;
      if (!METHODS.has(callee.property.name)) return;
      const isWritten = address?.type === 'TemplateLiteral' || address?.type === 'Literal';
      found.push({ at: `${path}:${text.slice(0, start).split('\n').length}`, isWritten });
    },
  }).visit(program);
  return found;
}

describe('responses in tests', () => {
  it('have their types by the address of their route', () => {
    const all = files(/\.tsx?$/, ['tests']).flatMap(claims);
    const advice = 'leave out the type beside the call: its address gives it';
    expect(all.filter(({ isWritten }) => isWritten).length, advice).toBe(CLAIMS_BESIDE_AN_ADDRESS);
    expect(all.filter(({ isWritten }) => !isWritten).length, advice).toBe(CLAIMS_BESIDE_A_VARIABLE);
  });

  it('are found where they are claimed', () => {
    const text = 'a.get<B>(`c/`);\na.post<B>(path);\na.get(`c/`);\nmap.set<B>(path);';
    expect(claims({ path: 'some.ts', text })).toEqual([
      { at: 'some.ts:1', isWritten: true },
      { at: 'some.ts:2', isWritten: false },
    ]);
  });

  it('are of another type for another route or method, and of none where there is no route', () => {
    const calls = (client: Client, id: string) =>
      [
        client.get(`items/${id}/`),
        client.get('spaces/', { query: { page: 2 } }),
        client.post('spaces/', { name: 'One' }),
        client.get(`no-route/${id}/`),
      ] as const;
    type Of<At extends number> = Awaited<ReturnType<typeof calls>[At]>['data'];
    expectTypeOf<Of<0>>().toEqualTypeOf<Item>();
    expectTypeOf<Of<1>>().toEqualTypeOf<Space[]>();
    expectTypeOf<Of<2>>().toEqualTypeOf<Space>();
    expectTypeOf<Of<3>>().toBeUnknown();
  });
});
