import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, type Source, sources } from './sources.ts';

/**
 * The type assertions that stay, by file: what they claim, and why no check or type can say it. All others are refused: an
 * assertion silences the compiler where it is right, too.
 */
const REASONS: Record<string, Record<string, string>> = {
  'components/forms/builder/rules/RuleField.tsx': {
    Rule: 'a draft has an invalid number as it was typed; it is parsed before it is sent',
  },
  'components/forms/builder/saving/MergeConflictValue.tsx': {
    Condition: 'a merge takes the values of properties by their names; `part` says which property it is',
  },
  'components/forms/draft/setting-conflict.ts': {
    '[FormSettings[Name], FormSettings[Name]]': 'a conflict is found by the name of its setting',
  },
  'components/forms/logic/logic-rules.ts': {
    Thing: 'TypeScript does not follow a key that is left out of an object of a generic type',
  },
  'components/layout/page-props.ts': {
    Props: '`_app` shows a failure instead of a page whose own props are missing',
  },
  'components/space/editor/collaboration.ts': {
    never: 'the library wants a whole awareness of Yjs, and uses what presence has of it',
  },
  'components/ui/idle-code.ts': {
    'Navigator & { connection?: Connection }': 'some browsers have it; the types of the language don’t',
  },
  'lib/contract/described-as.ts': {
    'z.ZodType<Received, Sent>': 'the input of a schema that takes anything is what its description says',
  },
  'lib/contract/merge-settings.ts': {
    'FormSettings[Name]': 'a merge makes no value of another type than both sides have',
  },
  'lib/documents/parse-markdown.ts': {
    never: 'the library’s own type is that of an earlier markdown-it, with the same tokens',
  },
  'lib/documents/write-markdown.ts': {
    unknown: 'towards the next two',
    LibraryWriters: 'the library leaves a part of its state out of its types',
    LibraryMarks: 'the library leaves a part of its state out of its types',
  },
  'lib/fields/relative-days.ts': {
    'Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo }':
      'two forms of a proposal, neither in the types of the language',
  },
  'lib/forms/form-tree.ts': {
    FieldDefinition: 'a merge takes properties by their names; a tree is built of fields, and read back',
    Block: 'a merge takes properties by their names; a tree is built of blocks, and read back',
  },
  'lib/forms/merge-presence.ts': {
    Condition: 'a merge takes properties by their names; these two are conditions',
  },
  'lib/forms/merge.ts': {
    'Record<string, string>': 'a merge makes no value of another type than both sides have',
  },
  'lib/forms/receipt-messages.ts': {
    "Prefixed<'receipt', typeof RECEIPT_MESSAGES> & Prefixed<'mail', typeof RECEIPT_MAIL_MESSAGES>":
      'TypeScript does not follow the keys of a list of pairs',
  },
  'lib/text/keys-of.ts': {
    '(keyof Target & string)[]':
      'TypeScript lets an object have more keys than its type; its callers have none',
  },
  'server/access/policy/authorized.ts': {
    'Authorized<Resource, Operation>': 'the one place that mints the proof of a check',
  },
  'server/platform/extraction/child/formats/docx-document.ts': {
    unknown: 'towards the next one',
    '{ buffer: Buffer }': 'the library reads an archive that is open already, which its types leave out',
  },
  'server/platform/extraction/child/writers/pdf/inline-parts.ts': {
    'PDFKit.PDFDocument & { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc }':
      'a method of the library that its types leave out',
  },
  'services/http-client.ts': {
    T: 'a response has the schema of its route, by which the server’s tests check it (`services/api.ts`)',
  },
  'services/http.ts': {
    'Failure<Data> | string | null': 'a failure may also be another server’s; each part is tried',
  },
};

/** How many there are; fewer is better. */
const ASSERTIONS = 27;

/** The types that a file asserts, each as often as it does; `as const` asserts none. */
function assertedTypes({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  const [problem] = errors;
  if (problem) throw new Error(`${path} can't be parsed: ${problem.message}`);
  const asserted: string[] = [];
  const claim = ({ start, end }: { start: number; end: number }) => {
    const type = text.slice(start, end).replaceAll(/\s+/g, ' ');
    if (type !== 'const') asserted.push(type);
  };
  new Visitor({
    TSAsExpression: ({ typeAnnotation }) => claim(typeAnnotation),
    TSTypeAssertion: ({ typeAnnotation }) => claim(typeAnnotation),
    TSNonNullExpression: () => {
      asserted.push('!');
    },
  }).visit(program);
  return asserted;
}

describe('type assertions', () => {
  const found = sources(...CODE_FOLDERS).map((file) => ({ path: file.path, asserted: assertedTypes(file) }));

  it('have a reason each', () => {
    expect(found.length).toBeGreaterThan(1000);
    const without = found.flatMap(({ path, asserted }) =>
      asserted.filter((type) => !REASONS[path]?.[type]).map((type) => `${path}: as ${type}`),
    );
    expect(without).toEqual([]);
  });

  it('have no reason where there is none, and not one more than these', () => {
    const asserted = new Map(found.map((file) => [file.path, file.asserted]));
    const stale = Object.entries(REASONS).flatMap(([path, types]) =>
      Object.keys(types)
        .filter((type) => !asserted.get(path)?.includes(type))
        .map((type) => `${path}: ${type}`),
    );
    expect(stale).toEqual([]);
    expect(found.flatMap((file) => file.asserted)).toHaveLength(ASSERTIONS);
  });

  it('are found whatever their form', () => {
    const text = ['const a = b as Some<', '  Thing', '>;', 'const c = [1] as const;', 'd!.e();', 'f = <G>h;'];
    expect(assertedTypes({ path: 'some.ts', text: text.join('\n') })).toEqual(['Some< Thing >', '!', 'G']);
  });
});
