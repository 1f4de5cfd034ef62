import { expect, it } from 'vitest';
import { sourceOf, withUserNames } from './confluence-source.ts';

const people = new Map([['k1', 'Ada <Byron>']]);

it('writes the names of people in place of their keys', () => {
  expect(withUserNames('<ri:user ri:userkey="k1"/> <ri:user x="1" ri:account-id="k2" />', people)).toBe(
    '<ri:user ri:username="Ada Byron"/> <ri:user ri:username="?"/>',
  );
});

it('has authors by their names, not by the ids of their accounts, and the labels of a page', () => {
  const page = { id: '1', title: 'x', parent: null, created: null, modified: null, position: 0 };
  const space = {
    people: new Map([
      ['k1', 'ada'],
      ['k2', '5b10a2844c20165700ede21f'],
    ]),
    labels: new Map([['1', ['boats', 'boats', 'oars']]]),
  };
  expect(sourceOf({ ...page, creator: 'k1' }, space)).toEqual({ author: 'ada', tags: ['boats', 'oars'] });
  expect(sourceOf({ ...page, creator: 'k2' }, space)).toEqual({ author: null, tags: ['boats', 'oars'] });
  expect(sourceOf({ ...page, id: '2', creator: 'Ada Byron' }, space)).toEqual({
    author: 'Ada Byron',
    tags: [],
  });
  expect(sourceOf({ ...page, id: '2', creator: null }, space)).toBeNull();
});

/** The shortest of three runs: others run on the machine. */
function timeOf(body: string): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    withUserNames(body, people);
    return performance.now() - start;
  });
  return Math.min(...times);
}

it('takes about as long for tags without an end as for whole ones', () => {
  const whole = '<ri:user ri:userkey="a">'.repeat(80_000);
  const endless = '<ri:user ri:userkey="a" '.repeat(80_000);
  expect(timeOf(endless)).toBeLessThan(10 * timeOf(whole));
});
