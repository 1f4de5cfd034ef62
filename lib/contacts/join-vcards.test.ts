import { expect, it } from 'vitest';
import { joinVcards } from './join-vcards.ts';
import { parseVcards, type Vcard, writeVcard } from './vcard.ts';

function card(version: string, ...lines: string[]): Vcard {
  const [read] = parseVcards(['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD']);
  if (!read) throw new Error('no card');
  return read;
}
const linesOf = (joined: Vcard) => writeVcard(joined).trimEnd().split('\r\n').slice(2, -1);

it('adds what the first card does not have, and nothing twice', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada', 'EMAIL:ada@example.org', 'TEL:+49 30 1'), [
    card(
      '3.0',
      ...['FN:A. Lovelace', 'EMAIL;TYPE=PREF:ada@home.example', 'EMAIL:ADA@example.org', 'TEL:+49-30-1'],
      ...['BDAY:1815-12-10', 'URL:https://ada.example'],
    ),
    card('3.0', 'FN:Ada', 'BDAY:1900-01-01', 'CATEGORIES:Friends'),
  ]);
  expect(linesOf(joined)).toEqual([
    ...['FN:Ada', 'EMAIL:ada@example.org', 'TEL:+49 30 1', 'EMAIL:ada@home.example'],
    ...['BDAY:1815-12-10', 'URL:https://ada.example', 'CATEGORIES:Friends'],
  ]);
});

it('adds a number with another extension, and not one with the same in another writing', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada', 'TEL:+49 30 1234 ext. 5'), [
    card('3.0', 'FN:Ada', 'TEL:+49-30-1234\\;ext=5', 'TEL:+49 30 12345', 'TEL:+49 30 1234 x6'),
  ]);
  expect(linesOf(joined)).toEqual([
    ...['FN:Ada', 'TEL:+49 30 1234 ext. 5', 'TEL:+49 30 12345', 'TEL:+49 30 1234 x6'],
  ]);
});

it('keeps labels with what they describe, in groups of their own', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada', 'item1.TEL:1', 'item1.X-ABLABEL:Desk'), [
    card('3.0', ...['FN:Ada', 'item1.TEL:2', 'item1.X-ABLABEL:Boat', 'item2.TEL:1', 'item2.X-ABLABEL:Known']),
  ]);
  expect(linesOf(joined)).toEqual([
    ...['FN:Ada', 'item1.TEL:1', 'item1.X-ABLABEL:Desk', 'item2.TEL:2', 'item2.X-ABLABEL:Boat'],
  ]);
});

it('writes values of version 2.1 with the escapes of the first card', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada'), [
    card('2.1', 'FN:Ada', 'ADR:;;Main, 1;Rome;;;', 'NOTE:a, b'),
  ]);
  expect(linesOf(joined)).toEqual(['FN:Ada', 'ADR:;;Main\\, 1;Rome;;;', 'NOTE:a\\, b']);
});

it('has one picture, the first', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada'), [
    card('3.0', 'PHOTO;ENCODING=b:AAAA'),
    card('3.0', 'PHOTO;ENCODING=b:BBBB'),
  ]);
  expect(linesOf(joined)).toEqual(['FN:Ada', 'PHOTO;ENCODING=b:AAAA']);
});

it('joins a card of very many properties, in groups or in one, at once', () => {
  const long = (line: (at: number) => string): Vcard => {
    const lines = Array.from({ length: 60_000 }, (_, at) => line(at));
    const [read] = parseVcards(['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada'].concat(lines));
    return read ?? { version: '3.0', properties: [] };
  };
  const first = long((at) => `item${at}.URL:${at}`);
  const others = [long(() => 'a.X:1'), long((at) => `item${at}.TEL:${at}`)];
  const before = process.cpuUsage();
  const joined = joinVcards(first, others);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  expect(joined.properties.slice(0, 2).map(({ name }) => name)).toEqual(['FN', 'URL']);
});

it('gives each group of another card a name that is free', () => {
  const joined = joinVcards(card('3.0', 'FN:Ada', 'item1.URL:a', 'item3.URL:c'), [
    card('3.0', 'item1.TEL:1', 'item3.TEL:3', 'item7.TEL:7', 'item2.TEL:2'),
  ]);
  expect(linesOf(joined).slice(3)).toEqual(['item2.TEL:1', 'item4.TEL:3', 'item7.TEL:7', 'item5.TEL:2']);
});

it('reads a value that is folded very often at once', () => {
  const lines = (line: string) => Array.from({ length: 100_000 }, () => line);
  const before = process.cpuUsage();
  const [read] = parseVcards(
    ['BEGIN:VCARD', 'VERSION:2.1', 'NOTE;ENCODING=QUOTED-PRINTABLE:'.concat('=')].concat(lines('ab='), 'END'),
  );
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  expect(read?.properties[0]?.value).toHaveLength(200_003);
});
