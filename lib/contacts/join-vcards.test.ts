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
