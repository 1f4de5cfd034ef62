import { expect, it } from 'vitest';
import { fillMessagesFor } from '#locales/fill/index.ts';
import { refusalMessage } from './refusal-message.ts';

const german = fillMessagesFor('de');

it('translates refusals of the API into the page’s language', () => {
  const refusal = { code: 'form_full', message: 'This form has reached its maximum number of answers.' };
  expect(refusalMessage(refusal, german)).toBe(
    'Die Höchstzahl an Antworten auf dieses Formular ist erreicht.',
  );
});

it('gives the retry time in whole minutes', () => {
  const inSeconds = (retryAfter: number) =>
    refusalMessage({ code: 'too_many_attempts', message: 'Too many attempts.', retryAfter }, german);
  expect(inSeconds(3)).toBe('Zu viele Versuche. Versuchen Sie es in einer Minute noch einmal.');
  expect(inSeconds(61)).toBe('Zu viele Versuche. Versuchen Sie es in 2 Minuten noch einmal.');
});

it('leaves unknown refusals, and all in English, as the API sends them', () => {
  const message = 'Something new.';
  expect(refusalMessage({ code: 'something_new', message }, german)).toBe(message);
  expect(refusalMessage({ code: 'form_full', message }, fillMessagesFor('en'))).toBe(message);
});
