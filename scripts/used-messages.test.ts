import { describe, expect, it } from 'vitest';
import { idsIn } from './used-messages.ts';

const IDS = new Set([
  'error.offline',
  'people.role_owner',
  'people.role_owner_help',
  'people.role_guest',
  'people.title',
]);

/** `start${rest`, as it stands in a file. */
const template = (start: string, rest: string) => `f({ id: \`${start}\${${rest}\` })`;

describe('the messages that a file names', () => {
  it('are those whose whole ids it has, in any quotes', () => {
    const text = `<P id="people.title" />; f({ id: 'error.offline' }); const other = 'error.unknown';`;
    expect(idsIn(text, IDS)).toEqual(['error.offline', 'people.title']);
  });

  it('are all that start and end like a template', () => {
    expect(idsIn(template('people.role_', 'role}_help'), IDS)).toEqual(['people.role_owner_help']);
    expect(idsIn(template('people.role_', 'role}'), IDS)).toEqual([
      'people.role_guest',
      'people.role_owner',
      'people.role_owner_help',
    ]);
  });

  it('are all that start like a template with other templates, text or variables in it', () => {
    for (const rest of ['role(`a`)}_help', `a}_$${'{b}'}`, 'map({ a })}'])
      expect(idsIn(template('people.', rest), IDS)).toHaveLength(4);
  });
});
