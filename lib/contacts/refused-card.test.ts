import { expect, it } from 'vitest';
import { REFUSED_CARD_MAX, refusedCard, withoutReason, withReason } from './refused-card.ts';
import { readVcard, writeVcard } from './vcard.ts';

const own = (text: string) => {
  const card = readVcard(text);
  const rest = card && withoutReason(card);
  return rest && writeVcard(rest);
};

it.each(['2.1', '3.0', '4.0'])(
  'says why a card of version %s was left out, and is the same without it',
  (version) => {
    const text = `BEGIN:VCARD\r\nVERSION:${version}\r\nFN:Ada\r\nPHOTO;X-FILE=a:QUJD\r\nEND:VCARD\r\n`;
    const reason = `Email is “not; valid”, see a,b\\c. ${'And more of it. '.repeat(10)}`;
    const back = withReason(text, reason);
    expect(back).toMatch(new RegExp(`^BEGIN:VCARD\r\nVERSION:${version}\r\nX-LEFT-OUT`));
    expect(own(back)).toBe(text);
  },
);

it('comes after the version of a card as it was written, whose lines stay', () => {
  const text = 'BEGIN:vcard \nversion:2.1\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\nb\nFN:Zoé\nEND:VCARD';
  const lines = withReason(text, 'é').split('\r\n');
  expect(lines[2]).toBe('X-LEFT-OUT;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9');
  expect([...lines.slice(0, 2), ...lines.slice(3)].join('\n').trimEnd()).toBe(text);
  expect(withReason('BEGIN:VCARD\nFN:Ada\nEND:VCARD', 'No')).toBe(
    'BEGIN:VCARD\r\nX-LEFT-OUT:No\r\nFN:Ada\r\nEND:VCARD\r\n',
  );
});

it('is no card that came back without a reason', () => {
  expect(own('BEGIN:VCARD\nFN:Ada\nX-LEFT:1\nEND:VCARD')).toBe(null);
});

it('leaves what makes a card too long out of it alone', () => {
  const short = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD';
  expect(refusedCard(short)).toBe(short);
  const long = short.replace('FN:', `PHOTO:${'A'.repeat(REFUSED_CARD_MAX)}\nFN:`);
  expect(refusedCard(long)).toBe('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n');
  const many = short.replace('FN:', `${`NOTE:${'b'.repeat(1000)}\n`.repeat(2000)}FN:`);
  expect(refusedCard(many).length).toBeLessThan(1.1 * REFUSED_CARD_MAX);
  expect(withReason(refusedCard('x'.repeat(REFUSED_CARD_MAX + 1)), 'Long')).toBe('');
});
