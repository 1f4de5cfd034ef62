import { expect, test } from 'vitest';
import { FILL_SOURCE } from '#locales/fill/source.ts';
import { CUSTOM_MESSAGE_PLACEHOLDERS } from './custom-message-placeholders.ts';
import { customMessageProblems } from './custom-message-problems.ts';
import { placeholdersIn } from './custom-messages.ts';
import { RECEIPT_SOURCE } from './receipt-messages.ts';

test('knows every message of the page, and its places', () => {
  const all = Object.entries<string>({ ...FILL_SOURCE, ...RECEIPT_SOURCE });
  const places = Object.fromEntries(all.map(([id, text]) => [id, [...(placeholdersIn(text) ?? [])]]));
  expect(CUSTOM_MESSAGE_PLACEHOLDERS).toEqual(places);
});

const [counted = '', [place = ''] = []] =
  Object.entries(CUSTOM_MESSAGE_PLACEHOLDERS).find(([, names]) => names.length === 1) ?? [];
const of = (id: string, text: string) =>
  Object.values(customMessageProblems({ ja: { [`own.${id}`]: text } })).flat();

test('reports missing and unknown placeholders of a message', () => {
  expect(of(counted, 'x')).toEqual([`The message ${counted} (ja) needs {${place}}`]);
  expect(of(counted, `{${place}} {oops}`)).toEqual([
    `The message ${counted} (ja) doesn’t know {oops}. Its places are {${place}}`,
  ]);
  expect(of('fill.next', '{oops}')).toEqual([
    'The message fill.next (ja) doesn’t know {oops}. It has no places',
  ]);
  expect(of(counted, `{${place}`)).toEqual([
    `The message ${counted} (ja) has braces that are no place. Its places are {${place}}`,
  ]);
});

test('finds nothing wrong with fitting, empty and unknown messages', () => {
  const texts = {
    title: '{x}',
    'own.fill.next': '次へ',
    [`own.${counted}`]: `{${place}}`,
    'own.constructor': '{x}',
    'own.gone.message': '{x}',
  };
  expect(customMessageProblems({ ja: texts, de: { 'own.fill.next': ' ' } })).toEqual({});
});
