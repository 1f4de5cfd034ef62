import { expect, it } from 'vitest';
import * as message from './messages.ts';

it('has the wording of the product rules', () => {
  expect(message.required('Email')).toBe('Please enter Email');
  expect(message.blank('Name')).toBe('Name cannot be a blank character');
  expect(message.oneOf('Kind', ['a', 'b', 'c'])).toBe('Kind must be one of [a, b, c]');
  expect(message.invalidType('Age', 'number')).toBe('Age is not a valid number');
});

it('speaks of lengths, numbers, counts and dates in the same manner', () => {
  expect([
    message.exactLength('Code', 6),
    message.minLength('Code', 1),
    message.maxLength('Code', 12),
    message.lengthRange('Code', 6, 12),
    message.exactNumber('Age', 7),
    message.minNumber('Age', 7),
    message.maxNumber('Age', 7),
    message.numberRange('Age', 7, 8),
    message.exactCount('Tags', 1),
    message.minCount('Tags', 2),
    message.maxCount('Tags', 3),
    message.countRange('Tags', 1, 3),
    message.dateFormat('Birthday', 'YYYY-MM-DD'),
  ]).toEqual([
    'Code must be exactly 6 characters long',
    'Code must be at least 1 character long',
    'Code cannot be longer than 12 characters',
    'Code must be between 6 and 12 characters long',
    'Age must be equal to 7',
    'Age cannot be less than 7',
    'Age cannot be greater than 7',
    'Age must be between 7 and 8',
    'Tags must have exactly 1 entry',
    'Tags must have at least 2 entries',
    'Tags cannot have more than 3 entries',
    'Tags must have between 1 and 3 entries',
    'Birthday must be a date written as YYYY-MM-DD',
  ]);
});
