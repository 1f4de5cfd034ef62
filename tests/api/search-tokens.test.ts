import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import { createHub, createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

/** How words of many scripts and languages are written, and found. */

let server: TestServer;
let owner: TestAccount;
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.client);
  owner = place.owner;
});
afterAll(() => server.stop());

async function titles(q: string): Promise<string[]> {
  const response = await owner.client.in(place.hub).get<SearchResult[]>('search/', { query: { q } });
  expectData(response, 200);
  return response.data.map(({ item }) => item.title);
}

/** Moves the tests that follow to a hub without other texts. */
async function useNewHub(): Promise<void> {
  const hub = await createHub(owner);
  place = { ...place, hub, space: await createSpace(owner, hub) };
}

const document = (title: string, content = '') => createItem(owner, place, { title, content });

describe('scripts without blanks', () => {
  test('matches a character beside digits or Latin letters, also as a prefix', async () => {
    await useNewHub();
    await document('年度报告', '会议于2024年3月15日举行，见第3条。');
    await document('연간 보고서', '회의는 2024년에 열렸다.');
    await document('Other', 'Nothing of the year 2024 or of 3 or 15.');
    for (const typed of ['2024年3月', '3月15日', '第3条', '2024年', '3月', '15日举行'])
      expect((await titles(typed))[0], typed).toBe('年度报告');
    expect((await titles('2024년'))[0]).toBe('연간 보고서');
    await document('A座大楼', 'T恤');
    for (const typed of ['A座', 'T恤']) expect((await titles(typed))[0], typed).toBe('A座大楼');
  });
});

describe('inflected forms', () => {
  test.each([
    [
      'Ata',
      'A ação foi discutida na reunião com todos os membros da comissão.',
      ['ações', 'reuniões', 'acoes', 'reunioes', 'reunião', 'acao'],
    ],
    [
      'Tutanak',
      'Bu toplantıda öğrencilerin çalışması ve sözleşme hakkında konuştuk, çünkü değişiklikler var.',
      ['toplantı', 'toplantılar', 'çalışma', 'calisma', 'sözleşmesi', 'değişiklik'],
    ],
    [
      'محضر',
      'عقدت الشركة اجتماعات كثيرة في المدرسة لمناقشة ميزانية العام القادم.',
      ['اجتماع', 'الاجتماع', 'شركات', 'ميزانيات'],
    ],
    [
      'Protokoll',
      'Das Straßenfest war gut; die Größe der Bäume wurde auf der Sitzung besprochen.',
      ['baum', 'bäumen', 'größen', 'strassenfest'],
    ],
  ])('finds the inflected forms of %s, with and without accents', async (title, text, typed) => {
    await useNewHub();
    await document(title, text);
    for (const q of typed) expect(await titles(q), q).toEqual([title]);
  });
});

describe('tokens with signs', () => {
  test('finds codes with and without separators, and by their beginning', async () => {
    await useNewHub();
    await document('Book', 'ISBN 978-3-16-148410-0.');
    await document('Account', 'Pay to DE89 3704 0044 0532 0130 00, please.');
    await document('Phones', 'Call +49 170 1234567 or 0661/987-654.');
    await document('Commit', 'Fixed in 3f786850e387550fdab836ed7e6dc881de23001b.');
    await document('Plain book', 'The number is 9780306406157.');
    for (const typed of ['9783161484100', '978-3-16-148410-0', '978 3 16 148410 0', '978-3-16', '97831614'])
      expect(await titles(typed), typed).toEqual(['Book']);
    for (const typed of ['978-0-306-40615-7', '978-0306406157'])
      expect(await titles(typed), typed).toEqual(['Plain book']);
    for (const typed of ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'de893704'])
      expect(await titles(typed), typed).toEqual(['Account']);
    for (const typed of ['+491701234567', '+49 170 1234567', '+49-170-1234567', '0661987654', '0661 987 654'])
      expect(await titles(typed), typed).toEqual(['Phones']);
    for (const typed of ['3f78685', '3f786850e387550fdab836ed7e6dc881de23001b'])
      expect(await titles(typed), typed).toEqual(['Commit']);
  });

  test('tells C, C++, C# and .NET apart', async () => {
    await useNewHub();
    await document('Systems', 'Written in C++17 with care.');
    await document('Services', 'Written in C# on .NET.');
    await document('Fishing', 'A net and vitamin C.');
    expect(await titles('C++')).toEqual(['Systems']);
    expect(await titles('c#')).toEqual(['Services']);
    expect(await titles('.NET')).toEqual(['Services']);
    expect((await titles('net')).sort()).toEqual(['Fishing', 'Services']);
  });

  test('finds the parts of joined tokens in a text, and tokens with soft hyphens', async () => {
    await useNewHub();
    await document('Code', 'See parseInvoiceHeader in the module.');
    await document('Catalogue', 'The la\u00adwn\u00admower is in the shed.');
    for (const typed of ['invoice', 'header', 'parseInvoiceHeader'])
      expect(await titles(typed), typed).toEqual(['Code']);
    expect(await titles('lawnmower')).toEqual(['Catalogue']);
  });
});

describe('tokens as they were typed', () => {
  test('rank before others of the same stem, and before those that differ in accents', async () => {
    await useNewHub();
    await document('Allotments', 'The gardens beside the river, and the other gardens behind the boathouse.');
    await document('Weekend', 'We go gardening in the morning, and rest with the neighbours afterwards.');
    await document('Liste', 'Les obligations obligent, et nous obligeons ceux qui sont obligeants.');
    await document('Lettre', 'Personne ne peut être obligé de faire partie d’une association de quartier.');
    expect((await titles('gardening'))[0]).toBe('Weekend');
    expect((await titles('gardens'))[0]).toBe('Allotments');
    expect((await titles('obligé'))[0]).toBe('Lettre');
  });

  test('are corrected in scripts with vowel signs, and where only a stem of the wrong token is found', async () => {
    await useNewHub();
    await document('घोषणा', 'सभी मनुष्यों को गौरव और अधिकारों के मामले में स्वतन्त्रता और समानता प्राप्त है।');
    await document('Visa', 'The application of the visitor was denied without a reason in spring.');
    await document('Shopping', 'What we need: bread, milk, and coffee for the guests in the boathouse.');
    expect(await titles('स्वतन्त्रतो')).toEqual(['घोषणा']);
    expect(await titles('denyed')).toContain('Visa');
  });
});
