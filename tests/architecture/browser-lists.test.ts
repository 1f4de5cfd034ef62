import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

/** Lists that are not held in the query library, and why. */
const OTHERS: Record<string, string> = {
  'components/hub/home/SpaceList.tsx': 'visitors read it too, on a page without the library',
  'components/space/item/TextView.tsx': 'visitors read it too, on a page without the library',
  'components/layout/use-space-filter.ts': 'in the sidebar of every page; an outdated request is aborted',
};

/** A file that asks a service for a list, and holds what came in a state of its own. */
const storesList = (text: string): boolean =>
  /\blist[A-Z]\w*\(/.test(text) &&
  /import \{[^}]*\blist[A-Z]\w*[^}]*\} from '#services\//.test(text) &&
  /\buseState\b/.test(text) &&
  !/\buse(?:List|WholeList|Search|Infinite)?Query(?:<[^(]*>)?\(|\buseQueries\(|QueryClient\(/.test(text);

describe('lists on screens', () => {
  const storing = sources('components', 'context')
    .filter(({ text }) => storesList(text))
    .map(({ path }) => path);

  it('are managed by the query library, but for those with a reason', () => {
    expect(storing.filter((path) => !(path in OTHERS))).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    expect(Object.keys(OTHERS).filter((path) => !storing.includes(path))).toEqual([]);
  });

  it('would be found in a hook of their own', () => {
    const text =
      "import { listNotes } from '#services/notes.ts';\nconst [notes, setNotes] = useState([]);\nlistNotes(1);";
    expect(storesList(text)).toBe(true);
  });
});
