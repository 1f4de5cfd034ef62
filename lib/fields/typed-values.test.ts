import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAddress } from '#lib/fields/address-parser.ts';
import { loadEmailParser } from '#lib/fields/email-address.ts';
import { parseEmail } from '#lib/fields/email-parser.ts';
import { loadPhoneData, WORLD_PHONE_DATA } from '#lib/fields/phone-data.ts';
import { parsePhone, setPhoneData } from '#lib/fields/phone-number.ts';
import { normalizePhoneText } from '#lib/fields/phone-text.ts';
import { loadAddressParser } from '#lib/fields/web-address.ts';

const phone = (text: string, country: string | null = null) => {
  const read = parsePhone(text, country);
  return read.ok ? read.number : read.problem;
};

/** The example number of each country, with its code: libphonenumber's own test data. */
const EXAMPLES = Object.entries(examples).flatMap(([country, national]) => {
  const code = WORLD_PHONE_DATA.countries().find((one) => one.country === country)?.code;
  return code ? [{ country, national, number: `+${code}${national}` }] : [];
});

describe('a phone number', () => {
  beforeAll(loadPhoneData);

  it.each([
    ['0049 30 1234567'],
    ['00 49 30 1234567'],
    ['0049-30-1234567'],
    ['+49 30/1234567'],
    ['+49 (0)30 1234567'],
    ['+49 (0) 30 / 123 45 67'],
    ['+49 030 1234567'],
    ['(+49) 30 1234567'],
    ['+49.30.1234567'],
    ['+49 30 1234567 '],
    [' +49 30 1234567'],
    ['+49\u00a030\u202f1234567'],
    ['+49\u201130\u20131234567'],
    ['+49 30\u22121234567'],
    ['\u202a+49 30 1234567\u202c'],
    ['\u200e+49\u200f 30 1234567\u2069'],
    ['+49\u200b30\ufeff1234567'],
    ['＋４９　３０　１２３４５６７'],
    ['+٤٩ ٣٠ ١٢٣٤٥٦٧'],
    ['+۴۹ ۳۰ ۱۲۳۴۵۶۷'],
    ['+४९ ३० १२३४५६७'],
    ['tel:+49-30-1234567'],
  ])('is the same however it is written: %j', (text) => expect(phone(text)).toBe('+49301234567'));

  it.each([
    ['0171 1234567', 'DE', '+491711234567'],
    ['030 / 123 45 67', 'DE', '+49301234567'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06 12345678', 'IT', '+390612345678'],
    ['(202) 555-0123', 'US', '+12025550123'],
    ['011 49 30 1234567', 'US', '+49301234567'],
    ['8 912 345-67-89', 'RU', '+79123456789'],
    ['+43 664 1234567', 'DE', '+436641234567'],
  ])('without a country’s code is read by the country that is given: %j in %s', (text, country, number) =>
    expect(phone(text, country)).toBe(number),
  );

  it.each([
    ['0171 1234567', null, 'no_country'],
    ['0171 1234567', 'XX', 'no_country'],
    ['030 1234567', 'US', 'not_in_country'],
    ['110', 'DE', 'not_in_country'],
    ['+25489032', null, 'too_short'],
    ['+49 12', null, 'too_short'],
    ['+1 202 555 01234', null, 'too_long'],
    ['+4930123456789012', null, 'too_long'],
    ['+999 123 4567', null, 'unknown_country'],
    ['+0123456789', null, 'unknown_country'],
    ['+49 30 1234567 ext. 12345678', null, 'extension'],
    ['+49 30 1234567x12345678', null, 'extension'],
    ['+49 30 1234567, interno 12345678', null, 'extension'],
    ['+49 30 1234567 extensión 12345678', null, 'extension'],
    ['+49 30 1234567 ramal 12345678', null, 'extension'],
    ['+49 30 1234567 toestel 12345678', null, 'extension'],
    ['+49 30 1234567 extn: 12345678', null, 'extension'],
    ['+49 30 1234567 text 12', null, 'characters'],
    ['+49 30 ext. 12', null, 'too_short'],
    ['ext. 12', null, 'extension'],
    ['+49 30 1234567 Büro', null, 'characters'],
    ['+49 30 1234567\n', null, 'characters'],
    ['+49+30 1234567', null, 'characters'],
    ['call +49 30 1234567', null, 'characters'],
    ['+', null, 'characters'],
    ['1'.repeat(200), 'DE', 'too_long'],
  ])('that cannot be one is refused: %j in %s', (text, country, problem) =>
    expect(phone(text, country)).toBe(problem),
  );

  it('is taken in every country, written in any way, and read again as it is stored', () => {
    expect(EXAMPLES.length).toBeGreaterThan(230);
    const blank = fc.constantFrom('', ' ', '\u00a0', '-', '\u2011', '\u200b', '.');
    fc.assert(
      fc.property(
        fc.constantFrom(...EXAMPLES),
        fc.array(blank, { minLength: 20, maxLength: 20 }),
        fc.constantFrom('+', '00', '＋', '\u200e+'),
        ({ number }, blanks, plus) => {
          const digits = [...number.slice(1)];
          const written = plus + digits.map((digit, at) => digit + (blanks[at] ?? '')).join('');
          expect(phone(written)).toBe(number);
          expect(phone(number)).toBe(number);
          expect(phone(WORLD_PHONE_DATA.international(number))).toBe(number);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('of each country is taken as it is called from within', () => {
    for (const { country, national, number } of EXAMPLES)
      expect(phone(national, country), country).toBe(number);
  });

  it('with digits missing is refused in every country', () => {
    for (const { number, country } of EXAMPLES)
      expect(phone(number.slice(0, 5)), country).toMatch(/^too_short|unknown/);
  });

  it('is judged by its shape alone until the data is there', () => {
    setPhoneData(null);
    expect(phone('+49 (0)30 1234567')).toBe('+49301234567');
    expect(phone('0049 30 1234567')).toBe('0049 30 1234567');
    expect(phone('+25489032')).toBe('+25489032');
    expect(phone('0171 1234567', 'DE')).toBe('0171 1234567');
    for (const text of ['+49301234567x12', '030 1234567 ext. 12', 'tel:+49-30-1234567;ext=12'])
      expect(phone(text)).toBe(text);
    expect(phone('tel:+49-30-1234567')).toBe('+49301234567');
    for (const text of ['hello', 'hello 12345', '+49 30 1234567 ext.', 'ext. 12', 'call +49 30 1234567'])
      expect(phone(text)).toBe('characters');
    loadPhoneData();
    expect(phone('+25489032')).toBe('too_short');
  });

  it('preserves characters that are no digit and no blank, so that they are refused and not guessed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const read = parsePhone(text, 'DE');
        if (read.ok) expect(normalizePhoneText(text)).toMatch(/^[+0-9 ()./-]+$/);
      }),
    );
  });
});

describe('a web address', () => {
  beforeAll(loadAddressParser);

  const address = (text: string) => {
    const read = parseAddress(text);
    return read.ok ? read.address : read.problem;
  };

  it.each([
    ['www.example.com', 'https://www.example.com'],
    ['example.org', 'https://example.org'],
    ['Example.co.uk/a?b#c', 'https://Example.co.uk/a?b#c'],
    ['example.org:8080', 'https://example.org:8080'],
    ['163.com', 'https://163.com'],
    ['bücher.example', 'https://bücher.example'],
    ['例え.テスト', 'https://例え.テスト'],
    ['WWW.Example.com/a?b#c', 'https://WWW.Example.com/a?b#c'],
    [' https://example.com/ ', 'https://example.com/'],
    ['\u200bhttps://example.com\ufeff', 'https://example.com'],
    ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／ａ', 'https://example.com/ａ'],
    ['www。example。com', 'https://www.example.com'],
  ])('is completed: %j', (text, stored) => {
    expect(address(text)).toBe(stored);
    expect(address(stored)).toBe(stored);
  });

  it.each([
    ['http://example.com'],
    ['HTTPS://BÜCHER.example'],
    ['https://xn--froschgrn-x9a.com/'],
    ['https://例え.テスト/パス?あ=い'],
    ['https://example.com:8080/~smith/%7Ehome.html'],
    ['http://user:pass@www.example.com/'],
    ['https://my_site.example.com'],
    ['https://example.com./'],
    ['http://127.0.0.1/'],
    ['http://[2001:db8::1]:8080/x'],
    ['https://www.example.com/a(b)c_(d)?x=[1]&y={2}'],
    ['https://a.museum'],
  ])('is stored as it is: %j', (text) => expect(address(text)).toBe(text));

  it.each([
    ['http://foo', 'domain'],
    ['http://foo\\@www.example.com', 'domain'],
    ['http://*.foo.com', 'domain'],
    ['http://foo..com', 'domain'],
    ['http://.foo.com', 'domain'],
    ['http://-foo.com', 'domain'],
    ['http://foo-.com', 'domain'],
    ['http://foo.com:70000', 'domain'],
    ['http://foo.com:', 'domain'],
    ['http://999.1.1.1', 'domain'],
    ['http://256.com.1', 'domain'],
    ['http://', 'domain'],
    ['http:///x', 'domain'],
    ['http://exam ple.com', 'blank'],
    ['http://example.com/a\u3000b', 'blank'],
    ['http://exam\u200bple.com', 'invisible'],
    ['http://example.com/a\u2060b', 'invisible'],
    ['http://exam\u00adple.com', 'invisible'],
    ['http://example.com/\u202egnp.exe', 'invisible'],
    ['ftp://example.com', 'scheme'],
    ['javascript://www.example.com/%0Aalert(1)', 'scheme'],
    ['javascript:alert(1)', 'domain'],
    ['3.5', 'domain'],
    ['12.5kg', 'no_scheme'],
    ['a.b', 'no_scheme'],
    ['192.168.1.1', 'no_scheme'],
    ['Report.PDF', 'no_scheme'],
    ['node.js', 'no_scheme'],
    ['my_file.name', 'no_scheme'],
    ['ada@example.com', 'no_scheme'],
    ['localhost', 'domain'],
    ['ada@www.example.com', 'no_scheme'],
    ['www.', 'domain'],
    ['//www.example.com', 'domain'],
  ])('that browsers would not open, or that is none, is refused: %j', (text, problem) =>
    expect(address(text)).toBe(problem),
  );
});

describe('an e-mail address', () => {
  beforeAll(loadEmailParser);

  it.each([
    [' ada@example.org ', 'ada@example.org'],
    ['\u00a0ada@example.org\u3000', 'ada@example.org'],
    ['ada\u200b@example.org\ufeff', 'ada@example.org'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ada@example.org'],
    ['ada@example。org', 'ada@example.org'],
    ['mailto:ada@example.org', 'ada@example.org'],
    ['ö@bücher.example', 'ö@bücher.example'],
    ['Ada.Lovelace+x@Example.org', 'Ada.Lovelace+x@Example.org'],
  ])('is stored without what came with typing or copying: %j', (text, stored) =>
    expect(parseEmail(text)).toBe(stored),
  );

  it.each([
    ['ada'],
    ['ada@'],
    ['@example.org'],
    ['ada@example'],
    ['a da@example.org'],
    ['ada@exam\u00a0ple.org'],
    ['ada@example.org\n'],
    ['ada@@example.org'],
    ['a@b.example, c@d.example'],
    ['Ada <ada@example.org>'],
    ['ada@example..org'],
    ['.ada@example.org'],
  ])('that no server takes is refused: %j', (text) => expect(parseEmail(text)).toBe(null));
});
