import { describe, expect, it } from 'vitest';
import { parseClaims, writeClaims } from './group-claims.ts';

describe('the claims of a group', () => {
  it('are one a line, with a name, a colon and a value that may have colons itself', () => {
    const text =
      ' groups: board \n\ndepartment:Finance: boats\nhttps://hub.example/role: chair\ngroups: board';
    expect(parseClaims(text)).toEqual({
      claims: [
        { name: 'groups', value: 'board' },
        { name: 'department', value: 'Finance: boats' },
        { name: 'https://hub.example/role', value: 'chair' },
      ],
      wrong: null,
      long: null,
    });
  });

  it('are the same after they were written and read again', () => {
    const { claims } = parseClaims('groups: board\nhttps://hub.example/role: https://hub.example/chair');
    expect(claims).toHaveLength(2);
    expect(parseClaims(writeClaims(claims)).claims).toEqual(claims);
  });

  it.each(['board', ': board', 'groups:', 'groups: '])('are none in “%s”', (line) => {
    expect(parseClaims(`roles: crew\n${line}`)).toMatchObject({ wrong: line.trim() });
  });

  it('have bounds', () => {
    expect(parseClaims(`groups: ${'x'.repeat(256)}`).long).not.toBeNull();
    expect(parseClaims(`groups: ${'x'.repeat(255)}`).long).toBeNull();
    expect(parseClaims(`${'x'.repeat(101)}: board`).long).not.toBeNull();
  });
});
