import type { DefinitionOnlyProblem } from '#lib/fields/definition-problem.ts';
import { type MatchBudget, type Pattern, setPatternCompiler } from '#lib/fields/pattern-check.ts';
import { parsePattern } from '#lib/fields/pattern-parser.ts';
import { compileTree, type Instruction, TooLarge } from '#lib/fields/pattern-program.ts';

/**
 * Untrusted patterns, matched in time linear in the text. A pattern becomes a finite automaton (Thompson's
 * construction) whose states are created when texts need them, so that nothing is tried twice and none can
 * explode. What needs backtracking — backreferences, lookahead and lookbehind — is refused when the form is
 * saved.
 *
 * Characters that all parts of the pattern treat alike are one class, in any script: once a class occurred in
 * a state, each further character of it is a look-up.
 */

/**
 * Maximum number of cached states; a text that needs more starts to fill the cache again. Ordinary patterns
 * have about one per instruction.
 */
const STATES_MAX = 2000;
/** The total number of program positions in them. */
const PLACES_MAX = 20_000;
/** The total number of cells in their transition tables. */
const CELLS_MAX = 64_000;
/** The number of character classes, and of characters with a cached class. */
const CLASSES_MAX = 1000;
const CHARACTERS_MAX = 8192;
const PATTERNS_CACHED = 200;

/** A set of positions in the program where a match may be. */
type State = {
  /** Positions that wait for a character or for the end of the text. */
  places: number[];
  matched: boolean;
  /** Whether a text may end here; computed when one does. */
  isAccepting?: boolean;
  /** By class of the next character. */
  next: (State | undefined)[];
};

type Reached = { places: number[]; matched: boolean; visited: number };

/** The positions that are reached without consuming a character. */
function closure(
  program: readonly Instruction[],
  from: readonly number[],
  atStart: boolean,
  atEnd: boolean,
): Reached {
  const seen = new Uint8Array(program.length);
  const stack = [...from];
  const places: number[] = [];
  let matched = false;
  let visited = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const instruction = program[at];
    if (!instruction || seen[at]) continue;
    seen[at] = 1;
    visited += 1;
    if (instruction.op === 'match') matched = true;
    else if (instruction.op === 'jump') stack.push(instruction.to);
    else if (instruction.op === 'split') stack.push(...instruction.to);
    else if (instruction.op === 'start') {
      if (atStart) stack.push(at + 1);
    } else if (instruction.op === 'end' && atEnd) stack.push(at + 1);
    else places.push(at);
  }
  return { places: places.sort((a, b) => a - b), matched, visited };
}

/** Which instructions match a character, for all characters of a class together. */
type CharacterClass = { id: number; accepts: Uint8Array };

/** Character classes, computed when texts need them. */
function characterClasses(program: readonly Instruction[]) {
  const tests = new Map<string, (character: string) => boolean>();
  for (const instruction of program)
    if (instruction.op === 'char') tests.set(instruction.source, instruction.test);
  const atoms = [...tests.keys()];
  const atomAt = program.map((one) => (one.op === 'char' ? atoms.indexOf(one.source) : -1));
  const byResults = new Map<string, CharacterClass>();
  const ascii: (CharacterClass | undefined)[] = new Array(128).fill(undefined);
  const others = new Map<number, CharacterClass>();
  return {
    /** The cost of determining the class of one more character. */
    cost: atoms.length,
    known: (code: number): CharacterClass | undefined => (code < 128 ? ascii[code] : others.get(code)),
    isFull: () => byResults.size >= CLASSES_MAX,
    clear() {
      byResults.clear();
      others.clear();
      ascii.fill(undefined);
    },
    learn(code: number): CharacterClass {
      const character = String.fromCodePoint(code);
      const results = [...tests.values()].map((test) => test(character));
      const key = results.map(Number).join('');
      const found = byResults.get(key) ?? {
        id: byResults.size,
        accepts: Uint8Array.from(atomAt, (atom) => (results[atom] ? 1 : 0)),
      };
      byResults.set(key, found);
      if (others.size >= CHARACTERS_MAX) others.clear();
      if (code < 128) ascii[code] = found;
      else others.set(code, found);
      return found;
    },
  };
}

/** The automaton of a program; finds a match anywhere in a text, as JSON Schema's `pattern` does. */
function automaton(program: readonly Instruction[]): Pattern {
  const classes = characterClasses(program);
  const states = new Map<string, State>();
  let first: State | undefined;
  let storedPlaces = 0;
  let cells = 0;
  const clearStates = () => {
    states.clear();
    storedPlaces = 0;
    cells = 0;
    // The transitions of the old states are removed with them.
    first = undefined;
  };
  const intern = ({ places, matched }: Reached): State => {
    const key = `${matched}${places.join()}`;
    const known = states.get(key);
    if (known) return known;
    if (states.size >= STATES_MAX || storedPlaces + places.length > PLACES_MAX) clearStates();
    storedPlaces += places.length;
    const state: State = { places, matched, next: [] };
    states.set(key, state);
    return state;
  };
  /**
   * The next state for a character that this state has no transition for yet; null when the work budget is
   * used up.
   */
  const step = (state: State, code: number, work: MatchBudget): State | null => {
    let own = classes.known(code);
    let isOld = false;
    if (!own) {
      work.left -= classes.cost;
      if (work.left < 0) return null;
      if (classes.isFull()) {
        classes.clear();
        clearStates();
        isOld = true;
      }
      own = classes.learn(code);
      const known = isOld ? undefined : state.next[own.id];
      if (known) return known;
    }
    const from = [0];
    for (const at of state.places) if (own.accepts[at]) from.push(at + 1);
    const reached = closure(program, from, false, false);
    work.left -= reached.visited;
    if (work.left < 0) return null;
    const next = intern(reached);
    // A state from before the reset has classes from before it.
    if (isOld) return next;
    cells += Math.max(0, own.id + 1 - state.next.length);
    state.next[own.id] = next;
    if (cells > CELLS_MAX) clearStates();
    return next;
  };
  const matches = (text: string, work: MatchBudget) => {
    first ??= intern(closure(program, [0], true, false));
    let state = first;
    for (let at = 0; at < text.length; at += 1) {
      if (state.matched) return true;
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(at) ?? code;
        if (code > 0xffff) at += 1;
      }
      const own = classes.known(code);
      const next: State | null | undefined = (own && state.next[own.id]) ?? step(state, code, work);
      if (!next) return null;
      state = next;
    }
    if (text === '') return state.matched || closure(program, state.places, true, true).matched;
    state.isAccepting ??= state.matched || closure(program, state.places, false, true).matched;
    return state.isAccepting;
  };
  return { matches };
}

const cache = new Map<string, ReturnType<typeof readPattern>>();

function readPattern(
  source: string,
): { ok: true; pattern: Pattern } | { ok: false; problem: DefinitionOnlyProblem } {
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  try {
    return { ok: true, pattern: automaton(compileTree(parsed.tree)) };
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, problem: { code: 'pattern_too_large', params: {} } };
    throw error;
  }
}

/**
 * A pattern (the regular expressions of ECMAScript with flag `u`, without what needs backtracking), or why it
 * is refused.
 */
export function compilePattern(source: string): ReturnType<typeof readPattern> {
  const known = cache.get(source);
  if (known) return known;
  if (cache.size >= PATTERNS_CACHED) cache.clear();
  const read = readPattern(source);
  cache.set(source, read);
  return read;
}

setPatternCompiler(compilePattern);
