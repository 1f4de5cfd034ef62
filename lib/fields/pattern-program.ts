import type { Atom, Tree } from '#lib/fields/pattern-parser.ts';

/** Maximum number of instructions of a pattern after its counts are expanded. */
const PROGRAM_MAX = 1000;
/** The maximum number of parts that are visited: empty groups cost no instruction, but time. */
const EMISSIONS_MAX = 5000;

export type Instruction =
  | ({ op: 'char' } & Pick<Atom, 'source' | 'test'>)
  | { op: 'split'; to: [number, number] }
  | { op: 'jump'; to: number }
  | { op: 'start' | 'end' | 'match' };

/** To an instruction, and to one that is known later. */
const splitTo = (to: number): { op: 'split'; to: [number, number] } => ({ op: 'split', to: [to, 0] });

/** A pattern whose expanded counts are too many instructions. */
export class TooLarge extends Error {}

/**
 * Writes a pattern out as instructions (Thompson's construction).
 * @throws TooLarge
 */
export function compileTree(tree: Tree): Instruction[] {
  const program: Instruction[] = [];
  let emissions = 0;
  const push = <T extends Instruction>(instruction: T): T => {
    if (program.length >= PROGRAM_MAX) throw new TooLarge();
    program.push(instruction);
    return instruction;
  };
  const emit = (node: Tree): void => {
    emissions += 1;
    if (emissions > EMISSIONS_MAX) throw new TooLarge();
    switch (node.kind) {
      case 'char':
        push({ op: 'char', source: node.source, test: node.test });
        return;
      case 'start':
      case 'end':
        push({ op: node.kind });
        return;
      case 'sequence':
        for (const part of node.parts) emit(part);
        return;
      case 'choice':
        emitChoice(node.parts);
        return;
      case 'repeat':
        emitRepeat(node.part, node.min, node.max);
    }
  };
  const emitChoice = (parts: readonly Tree[]) => {
    const jumps: { op: 'jump'; to: number }[] = [];
    parts.forEach((part, at) => {
      const isLast = at === parts.length - 1;
      const split = isLast ? null : push(splitTo(program.length + 1));
      emit(part);
      if (!split) return;
      jumps.push(push({ op: 'jump' as const, to: 0 }));
      split.to[1] = program.length;
    });
    for (const jump of jumps) jump.to = program.length;
  };
  const emitRepeat = (part: Tree, min: number, max: number) => {
    for (let n = 0; n < min; n += 1) emit(part);
    if (max === Number.POSITIVE_INFINITY) {
      const begin = program.length;
      const split = push(splitTo(begin + 1));
      emit(part);
      push({ op: 'jump', to: begin });
      split.to[1] = program.length;
      return;
    }
    const exits: { to: [number, number] }[] = [];
    for (let n = min; n < max; n += 1) {
      exits.push(push(splitTo(program.length + 1)));
      emit(part);
    }
    for (const exit of exits) exit.to[1] = program.length;
  };
  emit(tree);
  push({ op: 'match' });
  return program;
}
