import { describe, expect, it } from 'vitest';
import { OPTIONS_MAX, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { createChoiceGuess } from '#lib/forms/guess-choices.ts';
import { createOptionCollector, optionBudget } from './collect-options.ts';

/** What no label of a choice is: with control characters, of several lines, without anything to see, half a character. */
const UNWRITABLE = ['a\0b', 'a\u0007b', 'a\tb', 'a\nb', 'a\u2028b', 'a\u0085b', 'a\ud800'];

describe('a column of choices that is found', () => {
  const guessed = (cells: readonly string[]) => {
    const guess = createChoiceGuess();
    for (const cell of cells) guess.look(cell);
    return guess.options();
  };
  const repeated = (...values: string[]) =>
    Array.from({ length: 60 }, (_, n) => values[n % values.length] ?? '');

  it('has the values that repeat, without blanks around them', () => {
    expect(guessed([...repeated('Open', ' Done '), '', ' '])).toEqual(['Open', 'Done']);
  });

  it.each(UNWRITABLE)('is none where a cell can’t be a label: %j', (cell) => {
    expect(guessed([cell, ...repeated('Open', 'Done')])).toBe(null);
    expect(guessed([...repeated('Open', cell)])).toBe(null);
  });

  it('is none where a cell is long, values are many, or one is written in two ways', () => {
    expect(guessed([...repeated('Open', 'Done'), 'x'.repeat(TEXT_LIMITS.option + 1)])).toBe(null);
    expect(guessed(repeated(...Array.from({ length: 13 }, (_, n) => `Kind ${n}`)))).toBe(null);
    expect(guessed(repeated('Open', 'OPEN'))).toBe(null);
  });
});

describe('the choices that are collected', () => {
  const collected = (cells: readonly string[], type: 'select' | 'multi-select' = 'select') => {
    const collector = createOptionCollector({ type }, optionBudget());
    for (const cell of cells) collector.look(cell);
    return collector.labels();
  };

  it('leave out what can’t be a label', () => {
    const long = 'x'.repeat(TEXT_LIMITS.option);
    expect(collected([...UNWRITABLE, '\u200b', `${long}x`, long, 'Open'])).toEqual([long, 'Open']);
    expect(collected(['Open; a\0b; Done'], 'multi-select')).toEqual(['Open', 'Done']);
  });

  it('have each once, whatever its case and the blanks around it', () => {
    expect(collected(['Open', ' open', 'OPEN ', 'Done'])).toEqual(['Open', 'Done']);
  });

  it('are as many as a column may have', () => {
    expect(collected(Array.from({ length: OPTIONS_MAX + 5 }, (_, n) => `Kind ${n}`))).toHaveLength(
      OPTIONS_MAX,
    );
  });
});
