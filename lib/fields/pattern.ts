import { type Atom, parsePattern, type Tree } from '#lib/fields/pattern-parser.ts';

/**
 * Patterns that strangers write, matched in time that grows with the text alone. A pattern becomes a finite automaton
 * (Thompson's construction) whose states are made as texts need them, so that nothing is ever tried twice and none can
 * explode. What needs backtracking — backreferences, looking ahead and behind — is refused when the form is saved.
 */

/** Instructions of a pattern after its counts are written out. */
const PROGRAM_MAX = 1000;
/** Parts visited while writing it out: empty groups cost no instruction, but time. */
const EMISSIONS_MAX = 5000;
/** States kept at once; a text that needs more starts to fill the store anew. */
const STATES_MAX = 500;
/** Places in all of them. */
const PLACES_MAX = 20_000;
const PATTERNS_KEPT = 200;

type Instruction =
  | { op: 'char'; test: Atom['test'] }
  | { op: 'split'; to: [number, number] }
  | { op: 'jump'; to: number }
  | { op: 'start' | 'end' | 'match' };

/** A set of places in the program where a match may have come to. */
type State = {
  /** Places that wait for a character or for the text's end. */
  places: number[];
  matched: boolean;
  /** Whether a text may end here; said when one does. */
  ends?: boolean;
  next: (State | undefined)[];
};

/** What is left of the work that one check of values may cost, in places looked at. */
export type Work = { left: number };
/** Far more than any pattern needs that wasn't made to be slow: about a tenth of a second. */
export const WORK_MAX = 2_000_000;

export type Pattern = {
  /** Whether the pattern is found in the text; not found when there is no work left to look. */
  matches(text: string, work: Work): boolean;
};

class TooLarge extends Error {}

function compileTree(tree: Tree): Instruction[] {
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
        push({ op: 'char', test: node.test });
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
      const split = isLast
        ? null
        : push({ op: 'split' as const, to: [program.length + 1, 0] as [number, number] });
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
      const split = push({ op: 'split' as const, to: [begin + 1, 0] as [number, number] });
      emit(part);
      push({ op: 'jump', to: begin });
      split.to[1] = program.length;
      return;
    }
    const exits: { to: [number, number] }[] = [];
    for (let n = min; n < max; n += 1) {
      exits.push(push({ op: 'split' as const, to: [program.length + 1, 0] as [number, number] }));
      emit(part);
    }
    for (const exit of exits) exit.to[1] = program.length;
  };
  emit(tree);
  push({ op: 'match' });
  return program;
}

/** The places that are reached from others without reading a character. */
function closure(program: readonly Instruction[], from: readonly number[], atStart: boolean, atEnd: boolean) {
  const seen = new Uint8Array(program.length);
  const stack = [...from];
  const places: number[] = [];
  let matched = false;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const instruction = program[at];
    if (!instruction || seen[at]) continue;
    seen[at] = 1;
    if (instruction.op === 'match') matched = true;
    else if (instruction.op === 'jump') stack.push(instruction.to);
    else if (instruction.op === 'split') stack.push(...instruction.to);
    else if (instruction.op === 'start') {
      if (atStart) stack.push(at + 1);
    } else if (instruction.op === 'end' && atEnd) stack.push(at + 1);
    else places.push(at);
  }
  return { places: places.sort((a, b) => a - b), matched };
}

/** The automaton of a program; finds a match anywhere in a text, as JSON Schema's `pattern` does. */
function automaton(program: readonly Instruction[]): Pattern {
  const states = new Map<string, State>();
  let first: State | undefined;
  let held = 0;
  const intern = (from: readonly number[], atStart: boolean): State => {
    const { places, matched } = closure(program, from, atStart, false);
    const key = `${matched}${places.join()}`;
    const known = states.get(key);
    if (known) return known;
    held += places.length;
    if (states.size >= STATES_MAX || held > PLACES_MAX) {
      states.clear();
      held = places.length;
      // Whatever the old states lead to goes with it.
      first = undefined;
    }
    const state: State = { places, matched, next: [] };
    states.set(key, state);
    return state;
  };
  const step = (state: State, character: string, code: number): State => {
    const from = [0];
    for (const at of state.places) {
      const instruction = program[at];
      if (instruction?.op === 'char' && instruction.test(character)) from.push(at + 1);
    }
    const next = intern(from, false);
    if (code < 128) state.next[code] = next;
    return next;
  };
  const matches = (text: string, work: Work) => {
    first ??= intern([0], true);
    let state = first;
    for (let at = 0; at < text.length; at += 1) {
      if (state.matched) return true;
      const unit = text.charCodeAt(at);
      const known: State | undefined = unit < 128 ? state.next[unit] : undefined;
      if (known) {
        state = known;
        continue;
      }
      work.left -= program.length;
      if (work.left < 0) return false;
      const code = text.codePointAt(at) ?? unit;
      if (code > 0xffff) at += 1;
      state = step(state, String.fromCodePoint(code), code);
    }
    if (text === '') return state.matched || closure(program, state.places, true, true).matched;
    state.ends ??= state.matched || closure(program, state.places, false, true).matched;
    return state.ends;
  };
  return { matches };
}

const kept = new Map<string, ReturnType<typeof readPattern>>();

function readPattern(source: string): { ok: true; pattern: Pattern } | { ok: false; message: string } {
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  try {
    return { ok: true, pattern: automaton(compileTree(parsed.tree)) };
  } catch (error) {
    if (error instanceof TooLarge)
      return { ok: false, message: 'The pattern is too large; use smaller counts' };
    throw error;
  }
}

/** A pattern (the regular expressions of ECMAScript with flag `u`, without what needs backtracking), or why it isn't taken. */
export function compilePattern(source: string): ReturnType<typeof readPattern> {
  const known = kept.get(source);
  if (known) return known;
  if (kept.size >= PATTERNS_KEPT) kept.clear();
  const read = readPattern(source);
  kept.set(source, read);
  return read;
}
