import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

/** Screens that load or change server state by hand, and why the library of queries is not for them. */
const BY_HAND: Record<string, string> = {
  'components/fields/create-file-uploader.ts':
    'on the page of a form; it sends a file, and holds no server state',
  'components/forms/fill/send-submission.ts': 'on the page of a form; it sends, and holds no server state',
  'components/hub/home/SpaceList.tsx': 'visitors read it too, on a page without the library',
  'components/layout/use-offline-navigation.ts': 'asks whether the server is there, and holds nothing',
  'components/layout/use-space-filter.ts': 'in the sidebar of every page; an outdated request is aborted',
  'components/space/editor/use-shared-document.ts': 'the state of a socket, not of a request',
  'components/space/embeds/ItemPreviews.tsx': 'visitors read it too, on a page without the library',
  'components/space/item/TextView.tsx': 'visitors read it too, on a page without the library',
  'components/space/item/use-sheet-rows.ts': 'visitors read it too, on a page without the library',
  'context/AuthProvider.tsx': 'who is signed in: of every page, also of those without the library',
  'pages/verify-email.tsx': 'an entry page, which is without the library for its weight',
};

type Call = { name: string; text: string };
/** A function, the calls in it and in the functions inside of it, and its name where it has one. */
type Fn = { name: string; isEffect: boolean; calls: Call[] };

const READS = /^(?:get|list|find|count|search)[A-Z]/;
const LISTS = /^(?:list|find|count|search)[A-Z]/;
/** A component or a hook: what is called in it is called when it renders. */
const RENDERS = /^(?:use)?[A-Z]/;
/** An updater that makes a list out of the one before. */
const NEXT_LIST = /=>\s*\[\s*\.\.\.|\.(?:filter|map|flatMap|toSpliced|toSorted|toReversed|with|concat)\(/;
/** What stores a value in a component, and gives a setter for it. */
const STATES = /^use(?:State|Reducer)$/;
/** What gives a function back that was passed to it. */
const WRAPPERS = /^use(?:Callback|EffectEvent)$/;
/** Texts and codes that are read from an error that was caught. */
const OF_ERRORS = /Of$/;

/** How a file loads or changes server state without the library; empty where it doesn't. */
function handWritten({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  const [problem] = errors;
  if (problem) throw new Error(`${path} can't be parsed: ${problem.message}`);
  const services = new Set<string>();
  const setters = new Set<string>();
  const names = new Map<number, string>();
  const effects = new Set<number>();
  const effectNames = new Set<string>();
  const imported = new Set<string>();
  /** Names of what a read returned. */
  const loaded = new Set<string>();
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const isRead = (name: string) => services.has(name) && READS.test(name);
  const hasRead = (code: string) => (code.match(/\b\w+(?=\()/g) ?? []).some(isRead);
  const mentionsLoaded = (code: string) =>
    hasRead(code) || (code.match(/\b[a-z]\w*/g) ?? []).some((name) => loaded.has(name));
  const addLoaded = (pattern: string) => {
    for (const name of pattern.replace(/\w+\s*:/g, '').match(/\b[a-z]\w*/g) ?? []) loaded.add(name);
  };
  const queries: { start: number; end: number }[] = [];
  const stack: Fn[] = [];
  const all: Fn[] = [];
  const enter = (node: { start: number; id?: { name: string } | null }) => {
    const name = node.id?.name ?? names.get(node.start) ?? '';
    const fn = { name, isEffect: effects.has(node.start), calls: [] };
    stack.push(fn);
    all.push(fn);
  };
  const exit = () => void stack.pop();
  let fetches = false;
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      for (const { local } of specifiers) imported.add(local.name);
      if (!source.value.startsWith('#services/') || importKind === 'type') return;
      for (const { local } of specifiers) if (!OF_ERRORS.test(local.name)) services.add(local.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name);
      if (init?.type === 'AwaitExpression' || (init && hasRead(textOf(init)))) {
        // Also what a function returns that was passed on: it may be the one that reads.
        const [, awaited] = /^\(?await (\w+)\(/.exec(textOf(init)) ?? [];
        if (awaited ? !imported.has(awaited) || isRead(awaited) : hasRead(textOf(init)))
          addLoaded(textOf(id));
      }
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return;
      const { callee, arguments: values } = init;
      // `useCallback(() => …)` is the function in it.
      if (id.type === 'Identifier' && WRAPPERS.test(callee.name) && values[0])
        names.set(values[0].start, id.name);
      if (id.type !== 'ArrayPattern' || !STATES.test(callee.name)) return;
      const [, setter] = id.elements;
      if (setter?.type === 'Identifier') setters.add(setter.name);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && /^(?:query|mutation)Fn$/.test(key.name)) queries.push(value);
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
    CallExpression({ callee, arguments: values, start, end }) {
      const [first] = values;
      if (callee.type === 'MemberExpression' && first?.type === 'ArrowFunctionExpression') {
        const isThen = callee.property.type === 'Identifier' && callee.property.name === 'then';
        if (isThen && hasRead(textOf(callee.object)))
          for (const param of first.params) addLoaded(textOf(param));
      }
      if (callee.type !== 'Identifier') return;
      if (/^use(?:Layout)?Effect$/.test(callee.name) && first) {
        effects.add(first.start);
        if (first.type === 'Identifier') effectNames.add(first.name);
      }
      if (callee.name === 'fetch') {
        const [address] = values;
        // Static files are no server state.
        fetches ||= !(address?.type === 'Identifier' && /^[A-Z_]+$/.test(address.name));
      }
      // What the library calls, it stores too.
      if (queries.some((query) => query.start <= start && end <= query.end)) return;
      for (const fn of stack) fn.calls.push({ name: callee.name, text: text.slice(start, end) });
    },
  }).visit(program);

  // What a named function of this file does, its callers do.
  const named = Map.groupBy(
    all.filter(({ name }) => name !== '' && !RENDERS.test(name)),
    ({ name }) => name,
  );
  const within = (fn: Fn, seen = new Set<Fn>()): Call[] => {
    if (seen.has(fn)) return [];
    seen.add(fn);
    return fn.calls.flatMap((call) => [
      call,
      ...(named.get(call.name) ?? []).flatMap((other) => within(other, seen)),
    ]);
  };
  const found = all.flatMap((fn) => {
    if (RENDERS.test(fn.name)) return [];
    const calls = within(fn);
    const called = calls.filter(({ name }) => services.has(name)).map(({ name }) => name);
    const stored = calls.filter(({ name }) => setters.has(name));
    const reads = called.filter((name) => READS.test(name));
    const writes = called.filter((name) => !READS.test(name));
    if (stored.length === 0) return [];
    const to = stored[0]?.name;
    const isEffect = fn.isEffect || effectNames.has(fn.name);
    const storesLoaded = stored.find((call) => mentionsLoaded(call.text));
    return [
      ...(reads.length > 0 && isEffect ? [`an effect loads by ${reads[0]} into ${to}`] : []),
      ...(reads.length > 0 && !isEffect && (reads.some((name) => LISTS.test(name)) || storesLoaded)
        ? [`${reads[0]} is called, and what it loads is set by ${storesLoaded?.name ?? to}`]
        : []),
      ...(writes.length > 0 &&
      stored.some((call) => NEXT_LIST.test(call.text) && !call.text.includes('new Set('))
        ? [`a list in a state is changed beside ${writes[0]}`]
        : []),
    ];
  });
  return [...new Set([...(fetches ? ['fetch is called'] : []), ...found])];
}

describe('server state on screens', () => {
  const all = sources('components', 'context', 'pages').filter(({ text }) =>
    /#services\/|\bfetch\(/.test(text),
  );
  const byHand = all
    .map((file) => ({ path: file.path, problems: handWritten(file) }))
    .filter(({ problems }) => problems.length > 0);

  it('is loaded and changed by the library of queries', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(byHand.filter(({ path }) => !(path in BY_HAND))).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    const paths = byHand.map(({ path }) => path);
    expect(Object.keys(BY_HAND).filter((path) => !paths.includes(path))).toEqual([]);
  });

  const inFile = (body: string) =>
    handWritten({
      path: 'some.tsx',
      text: `import { createNote, getNote, listNotes } from '#services/notes.ts';\nfunction Notes() {\n  const [notes, setNotes] = useState([]);\n  const [busy, setBusy] = useState(false);\n${body}\n}`,
    });

  it.each([
    ['an effect', 'useEffect(() => { getNote(1).then((one) => setNotes([one])); }, []);'],
    [
      'a function that an effect calls',
      'const load = async () => setNotes([await getNote(1)]);\nuseEffect(() => void load(), []);',
    ],
    [
      'a wrapped function that an effect is given',
      'const load = useCallback(() => getNote(1).then((one) => setNotes([one])), []);\nuseEffect(load, [load]);',
    ],
    ['a timer', 'const later = () => setTimeout(async () => setNotes((await getNote(1)).data.others), 400);'],
    [
      'a handler that names what it loads',
      'const open = async () => { const { data: one } = await getNote(1); setNotes([one]); };',
    ],
    [
      'a reducer',
      'const [, dispatch] = useReducer(reduce, []);\nconst open = () => getNote(1).then(({ data }) => dispatch({ note: data }));',
    ],
    [
      'a function that is passed on',
      'const load = async (work) => { const next = await work(); setNotes(next); };\nconst open = () => load(async () => getNote(1));',
    ],
    ['a list that a button loads', 'const more = () => listNotes().then(({ data }) => setNotes(data));'],
    [
      'an optimistic entry',
      'const add = async (note) => { setNotes((all) => [...all, note]); await createNote(note); };',
    ],
    [
      'an optimistic removal',
      'const add = (note) => { createNote(note); setNotes((all) => all.filter((one) => one !== note)); };',
    ],
    ['a request of its own', "const save = () => fetch('/api/v1/notes/');"],
  ])('would be found in %s', (_, body) => {
    expect(inFile(body)).not.toEqual([]);
  });

  it.each([
    ['a query', "const query = useQuery({ queryKey: ['notes'], queryFn: () => listNotes() });"],
    [
      'what is typed',
      'const choose = (id) => setNotes((all) => [...all, id]);\nconst save = () => createNote(notes);',
    ],
    [
      'a request that is busy',
      'const use = async () => { setBusy(true); await publish(await getNote(1)); setBusy(false); };',
    ],
    ['a static file', 'useEffect(() => void fetch(STYLES_ADDRESS), []);'],
  ])('is not found in %s', (_, body) => {
    expect(inFile(body)).toEqual([]);
  });
});
