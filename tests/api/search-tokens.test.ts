import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  const response = await owner.client.in(place.hub).get('search/', { query: { q } });
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

  test('finds what is typed as one token where the text has its parts apart, in another order or inflected', async () => {
    await useNewHub();
    await document('会议', '我们在上海举行了会议。');
    await document('学校', '学校向学生发放了新的课本。');
    await document('회의', '정부는 새로운 계획을 발표했습니다.');
    await document('กลุ่ม', 'โรงเรียนได้แจกหนังสือเรียนใหม่ให้แก่นักเรียน');
    for (const [title, typed] of [
      ['会议', '会议上海'],
      ['学校', '学校发放课本'],
      ['회의', '발표했다'],
      ['회의', '계획발표'],
      ['กลุ่ม', 'แจกหนังสือให้นักเรียน'],
      ['กลุ่ม', 'หนังสือโรงเรียน'],
    ])
      expect((await titles(typed ?? ''))[0], typed).toBe(title);
  });
});

describe('a wrong letter', () => {
  test('in a text without blanks, or a wrong vowel sign or tone mark, finds the text with the right one first', async () => {
    await useNewHub();
    await document('ข้อหนึ่ง', 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม');
    await document('ข้อสอง', 'ทุกคนย่อมมีสิทธิและเสรีภาพทั้งหลายทั้งปวง เหตุที่ผลเป็นเช่นนั้น ครั้งหนึ่ง');
    await document('総会', '総会は規約に当たって議長を選出する。');
    await document('規約', '規約は総会で当てるものとする。って');
    await document('법정', '국내법정에서 재판을 받을 권리가 있다.');
    await document('국내', '국내에서 열린 회의와 법인에 관한 서류.');
    for (const [typed, title] of [
      ['เหตเผล', 'ข้อหนึ่ง'],
      ['เสรรภาพ', 'ข้อสอง'],
      ['ครค้ง', 'ข้อสอง'],
      ['に当てって', '総会'],
      ['국내법서에서', '법정'],
    ])
      expect((await titles(typed ?? ''))[0], typed).toBe(title);
  });

  test('beside the accents typed finds the spelling that differs least first', async () => {
    await useNewHub();
    await document('Senso', 'Il politico parlava del senso politico, e un altro politico rispondeva.');
    await document(
      'Sentido',
      'O sentido da palavra era político, disseram os membros da comissão de moradores.',
    );
    expect(await titles('polípico')).toEqual(['Sentido', 'Senso']);
  });

  test('finds each token that may be meant, whatever number of texts the others have', async () => {
    await useNewHub();
    for (const number of Array.from({ length: 12 }, (_, at) => at + 1)) {
      await document(
        `Straat ${number}`,
        'De staat is de staat, en zonder staat is er geen staat in deze stad.',
      );
    }
    await document('Surat', 'Sebuah surat dari tetangga tentang kebun dan rumah perahu di tepi sungai.');
    expect((await titles('suaat')).slice(0, 2)).toContain('Surat');
  });

  test('is found though a stem of another language is alike', async () => {
    await useNewHub();
    await document(
      'Hütte',
      'Wir gehen mit den Nachbarn zu den Booten, die an den Stegen bei den Hütten liegen.',
    );
    await document('Verhuur', 'De boten liggen bij het huis, en wij gaan met de buren naar den haven.');
    await document('Visa', 'The application of the visitor was denied without a reason in spring.');
    expect((await titles('deneed'))[0]).toBe('Visa');
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

describe('compounds', () => {
  test.each([
    [
      'German',
      'Am Brett hängt der Bootshausschlüssel, und die Mitglieder nehmen ihn mit, wenn sie zum Rudern gehen.',
      ['Schlüssel', 'schluessel', 'Bootshaus', 'bootshaus schlüssel', 'Bootshausschlüssel'],
    ],
    [
      'Dutch',
      'De botenhuissleutel hangt aan het bord en de leden nemen hem mee als zij gaan roeien op het water.',
      ['sleutel', 'botenhuis', 'botenhuissleutel'],
    ],
    [
      'Swedish',
      'Båthusnyckeln hänger på tavlan och medlemmarna tar med den när de ska ut och ro på sjön.',
      ['nyckel', 'båthus', 'bathus', 'båthusnyckel'],
    ],
  ])('are found by their parts in %s', async (title, text, typed) => {
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

  test('finds a code that a text has in one piece by its beginning with blanks', async () => {
    await useNewHub();
    await document('Book', 'ISBN 9780306406157.');
    await document('Old book', 'ISBN 0-8044-2957-X.');
    await document('Account', 'Pay to AT611904300234573201, please.');
    await document('Phone', 'Call +4915112345678.');
    await document('Room', 'Bring 978 chairs to room 3.');
    for (const [title, typed] of [
      ['Book', '978 0 306'],
      ['Old book', '0 8044 2957 X'],
      ['Account', 'AT61 1904'],
      ['Phone', '+49 151'],
      ['Room', '978 3'],
    ])
      expect(await titles(typed ?? ''), typed).toEqual([title]);
  });

  test('distinguishes C, C++, C# and .NET', async () => {
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
    await document('Code', 'See parseInvoiceHeader and getHTTPResponse in the module.');
    await document('Catalogue', 'The la\u00adwn\u00admower is in the shed.');
    for (const typed of ['invoice', 'header', 'parseInvoiceHeader', 'http', 'response'])
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
