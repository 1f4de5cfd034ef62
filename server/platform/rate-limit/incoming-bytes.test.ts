import { describe, expect, it } from 'vitest';
import { createByteBudget } from './incoming-bytes.ts';

describe('a byte budget', () => {
  it('refuses a sender with 429 beyond its share, whatever its number of requests, and no other sender', () => {
    const budget = createByteBudget({ ofOneSender: 100, ofAll: 1000 });
    const [first, second, other] = [budget.open('a'), budget.open('a'), budget.open('b')];
    first.take(60);
    second.take(40);
    expect(() => second.take(1)).toThrow(expect.objectContaining({ status: 429, code: 'too_much_at_once' }));
    other.take(100);
    first.release();
    second.take(60);
  });

  it('refuses with 503 beyond what all senders may have in flight', () => {
    const budget = createByteBudget({ ofOneSender: 100, ofAll: 150 });
    const first = budget.open('a');
    first.take(100);
    const second = budget.open('b');
    second.take(50);
    expect(() => second.take(1)).toThrow(expect.objectContaining({ status: 503, code: 'busy' }));
    first.release();
    second.take(1);
  });

  it('gives back what was taken once, however often it is released', () => {
    const budget = createByteBudget({ ofOneSender: 100, ofAll: 100 });
    const [first, second] = [budget.open('a'), budget.open('a')];
    first.take(50);
    second.take(50);
    first.release();
    first.release();
    expect(() => budget.open('a').take(51)).toThrow();
    budget.open('a').take(50);
  });

  it('refuses with 507 what does not fit on the disk', () => {
    let capacity = 10;
    const bytes = createByteBudget({ ofOneSender: 100, ofAll: 100 }, () => capacity).open('a');
    bytes.take(10);
    capacity = 0;
    expect(() => bytes.take(1)).toThrow(expect.objectContaining({ status: 507, code: 'storage_full' }));
  });
});
