import { describe, expect, it } from 'vitest';
import { createDecoder } from './text-decoder.ts';
import { detectText, guessEncoding, guessEncodingOf } from './text-encoding.ts';

/** Encodes what `createDecoder` decodes, by trying every byte and pair of bytes. */
const encoders = new Map<string, Map<string, number[]>>();

function encoderOf(encoding: string): Map<string, number[]> {
  const known = encoders.get(encoding);
  if (known) return known;
  const bytesOf = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const character = createDecoder(encoding).decode(new Uint8Array(bytes));
    if ([...character].length === 1 && character !== '\ufffd' && !bytesOf.has(character))
      bytesOf.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (/shift|euc|big5|gb/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  encoders.set(encoding, bytesOf);
  return bytesOf;
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytesOf = encoderOf(encoding);
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? [0x3f]));
}

async function read(bytes: Uint8Array): Promise<string> {
  return createDecoder(await guessEncoding(bytes)).decode(bytes);
}

const GERMAN = 'Name;Straße;Ort\r\nMüller;Gärtnerweg 3;Köln\r\nGroß;Am Mühlbach 12;Düsseldorf\r\n';
const FRENCH = 'Nom;Prénom;Ville\nLefèvre;Hélène;Besançon\nGarçon;Théo;Saint-Étienne\n';
const SPANISH = 'Nombre,Dirección,Teléfono\nMuñoz,Calle Peñón 4,91 555\nGarcía,Avenida del Ángel 7,93 555\n';
const PORTUGUESE = 'Nome;Endereço;Observação\nJoão;Rua da Conceição, 9;não atende às manhãs\n';
const SWEDISH = 'Namn;Adress\nÅsa Sjöström;Västergatan 4\nPär Högberg;Öknevägen 1\n';
const DANISH = 'Navn;Adresse\nSøren Kjær;Ågade 12\nBjørn Nørgård;Færgevej 3\n';
const ITALIAN = 'Nome,Città,Qualità\nNiccolò,Forlì,già pagato perché è urgente\n';
const POLISH = 'Imię;Nazwisko;Miasto\nŁukasz;Wiśniewski;Łódź\nMałgorzata;Dąbrowska;Gdańsk\n';
const CZECH = 'Jméno;Příjmení;Město\nJiří;Dvořák;Plzeň\nŽaneta;Nováková;České Budějovice\n';
const HUNGARIAN = 'Név;Cím;Megjegyzés\nKovács Győző;Fő utca 3;fizetős, később érkezik\n';
const ROMANIAN =
  'Nume;Adresă\nIonuţ Călinescu;Strada Mărăşeşti 5, Bucureşti\nÎntâi fă plata;în luna următoare\n';
const TURKISH = 'Adı;Soyadı;Şehir\nGülşen;Yıldız;İstanbul\nÇağrı;Öztürk;Diyarbakır\n';
const LITHUANIAN = 'Vardas;Adresas\nŽydrūnas Šimkus;Ąžuolų gatvė 5\nEglė Jankauskienė;Vėjų g. 12\n';
const RUSSIAN = 'Имя;Город;Телефон\nИванов Пётр;Москва;8 495 555\nСмирнова Ольга;Нижний Новгород;831\n';
const UKRAINIAN = "Ім'я;Місто\nОлексій Шевченко;Київ\nЮлія Коваль;Чернігів, вулиця Їжакевича\n";
const GREEK = 'Όνομα;Πόλη;Τηλέφωνο\nΓιώργος Παπαδόπουλος;Αθήνα;210 555\nΕλένη;Θεσσαλονίκη;\n';
const HEBREW = 'שם;עיר;טלפון\nיוסי כהן;תל אביב;03 555\nרחל לוי;ירושלים;\n';
const ARABIC = 'الاسم;المدينة\nمحمد العلي;القاهرة\nفاطمة حسن;الإسكندرية\n';
const THAI = 'ชื่อ,จังหวัด,โทรศัพท์\nสมชาย ใจดี,เชียงใหม่,053 555\nมาลี ศรีสุข,กรุงเทพมหานคร,02 555\n';
const JAPANESE = '氏名,住所\n山田太郎,東京都\n';
const JAPANESE_LONG = '商品名,数量,備考\nりんごジャム,12,在庫あり\nﾄﾏﾄ缶,3,次回入荷は来週です\n';
const CHINESE = '姓名,城市\n张伟,北京\n王芳,上海\n';
const TRADITIONAL = '姓名,城市\n陳大文,台北\n林美玲,高雄\n';
const KOREAN = '이름,도시\n김민수,서울\n박지영,부산\n';
const RUSSIAN_TITLE = 'Договор поставки';

describe('the encoding of a short text without a mark', () => {
  it.each<[string, string]>([
    ['shift_jis', JAPANESE],
    ['shift_jis', JAPANESE_LONG],
    ['shift_jis', '氏名\n'],
    ['euc-jp', JAPANESE],
    ['euc-jp', JAPANESE_LONG],
    ['gb18030', CHINESE],
    ['big5', TRADITIONAL],
    ['euc-kr', KOREAN],
    ['windows-874', THAI],
    ['ibm866', RUSSIAN],
    ['ibm866', RUSSIAN_TITLE],
    ['ibm866', '┌──────┬──────┐\r\n│ Имя  │ Дата │\r\n└──────┴──────┘\r\n'],
    ['windows-1251', RUSSIAN],
    ['windows-1251', RUSSIAN_TITLE],
    ['windows-1251', 'МОСКВА;САМАРА;ТУЛА\n'],
    ['windows-1251', UKRAINIAN],
    ['koi8-u', RUSSIAN],
    ['koi8-u', UKRAINIAN],
    ['iso-8859-5', RUSSIAN],
    ['x-mac-cyrillic', RUSSIAN],
    ...[GERMAN, FRENCH, SPANISH, PORTUGUESE, SWEDISH, DANISH, ITALIAN].flatMap((text): [string, string][] => [
      ['windows-1252', text],
      ['ibm850', text],
      ['macintosh', text],
    ]),
    ['windows-1252', 'Café'],
    ['windows-1252', 'GRÜSSE AUS KÖLN'],
    ['windows-1252', 'L’été – “déjà” 5 °C, 12 €'],
    ['windows-1252', 'Temperature: 20°C'],
    ['windows-1250', POLISH],
    ['iso-8859-2', POLISH],
    ['windows-1250', CZECH],
    ['iso-8859-2', CZECH],
    ['windows-1250', HUNGARIAN],
    ['windows-1250', ROMANIAN],
    ['windows-1254', TURKISH],
    ['windows-1257', LITHUANIAN],
    ['windows-1253', GREEK],
    ['iso-8859-7', GREEK],
    ['windows-1255', HEBREW],
    ['windows-1256', ARABIC],
    ...[RUSSIAN, GREEK, JAPANESE, CHINESE, KOREAN, THAI, ARABIC, HEBREW, GERMAN].flatMap(
      (text): [string, string][] => [
        ['utf-16le', text],
        ['utf-16be', text],
      ],
    ),
  ])('%s is read as it was written: %j', async (encoding, text) => {
    const bytes = encode(text, encoding);
    expect(detectText(bytes).text).toBe(true);
    expect(await read(bytes)).toBe(text);
  });
});

describe('the encoding of a text', () => {
  it('of DOS is code page 850', async () => {
    // "Müller;Straße;Grün" in the bytes of code page 850 (Python's codec).
    const bytes = Buffer.from('4d816c6c65723b53747261e1653b4772816e', 'hex');
    expect(await guessEncoding(bytes)).toBe('ibm850');
    expect(await read(bytes)).toBe('Müller;Straße;Grün');
  });

  it('is what HTML declares, however late', async () => {
    const script = `<script>${'var a = 1;\n'.repeat(800)}</script>`;
    const html = `<html><head>${script}<meta charset="windows-1257"></head><p>Vėjas`;
    expect(await read(encode(html, 'windows-1257'))).toBe(html);
  });

  it('is decided by the first part that is not ASCII, however late', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a plain line\n'.repeat(20_000)),
      encode(GERMAN, 'windows-1252'),
    ]);
    const source = {
      size: bytes.length,
      read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    };
    expect(await guessEncodingOf(source, bytes.subarray(0, 64 * 1024))).toBe('windows-1252');
  });

  it('of binary bytes is none', () => {
    let seed = 7;
    const random = Uint8Array.from({ length: 4000 }, () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed >> 16;
    });
    expect(detectText(random).text).toBe(false);
    const numbers = Buffer.alloc(4000);
    for (let i = 0; i < 1000; i++) numbers.writeUInt32LE(i * 7919, i * 4);
    expect(detectText(numbers).text).toBe(false);
  });

  it('is guessed within bounded time, whatever is read', async () => {
    const bytes = Buffer.alloc(256 * 1024, 0xe9);
    const before = process.cpuUsage();
    await guessEncoding(bytes);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(2000);
  });
});
