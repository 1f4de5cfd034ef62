import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Form, RequiredDeletion } from '#lib/contract/form.ts';
import type { Item, UploadResult } from '#lib/contract/item.ts';
import { REFUSAL_DATA } from '#lib/contract/refusal.ts';
import { SHARED_REFUSAL_CODES } from '#lib/contract/refusal-codes.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { RefusalData } from '#services/api.ts';
import type { refusalDataOf, sharedRefusalOf } from '#services/refusal.ts';
import { sources } from './sources.ts';

/** The one file that reads the `data` of a refusal; others take it from there, with the type of the route's schema. */
const READERS = ['services/http.ts', 'services/refusal.ts'];

const READ = /(?:failureOf\([^)]*\)|\bfailure)\??\.data\b|'data' in \w*[fF]ailure/;

describe('the data of refusals', () => {
  it('has the type of the schema that its route declares, and none where the route declares none', () => {
    expectTypeOf<RefusalData<'PATCH', `forms/${string}/`>>().toEqualTypeOf<Form>();
    expectTypeOf<RefusalData<'POST', `forms/${string}/publish/`>>().toEqualTypeOf<Form>();
    expectTypeOf<RefusalData<'PATCH', `items/${string}/`>>().toEqualTypeOf<Item>();
    expectTypeOf<RefusalData<'PATCH', `items/${string}/rows/`>>().toEqualTypeOf<Row>();
    expectTypeOf<RefusalData<'POST', `spaces/${string}/upload/`>>().toEqualTypeOf<UploadResult>();
    expectTypeOf<RefusalData<'GET', `items/${string}/`>>().toBeNever();
    expectTypeOf<RefusalData<'PATCH', `no-route/${string}/`>>().toBeNever();
    type OfColumn = ReturnType<typeof refusalDataOf<'PATCH', `items/${string}/columns/${string}/`>>;
    expectTypeOf<OfColumn>().toEqualTypeOf<WireColumn | null>();
  });

  it('has the type of its code where any route may refuse with it', () => {
    expectTypeOf<ReturnType<typeof sharedRefusalOf<'more_would_see'>>>().toEqualTypeOf<Disclosure | null>();
    type Deletion = ReturnType<typeof sharedRefusalOf<'answers_would_be_deleted'>>;
    expectTypeOf<Deletion>().toEqualTypeOf<RequiredDeletion | null>();
    expect([...REFUSAL_DATA.keys()].sort()).toEqual([...SHARED_REFUSAL_CODES].sort());
  });

  it('is read by services/refusal.ts alone: no screen and no service says by hand what it is', () => {
    const readers = sources('services', 'components', 'context', 'pages').filter(({ text }) =>
      READ.test(text),
    );
    expect(readers.map(({ path }) => path).sort()).toEqual(READERS);
    for (const text of ['failure.data', 'failureOf(error)?.data', "'data' in failure"])
      expect(text).toMatch(READ);
  });
});
