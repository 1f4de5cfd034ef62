import { z } from 'zod';
import * as message from '#lib/messages.ts';
import { codePoints, hasUnreadableCharacters } from '#lib/text.ts';

type TextRules = {
  /** Characters (code points) at most. */
  max: number;
  /** Line breaks and tabs may stand in it. */
  multiline?: boolean;
  /** May be empty. */
  optional?: boolean;
};

/** A text that can be stored and shown, kept as it was given; its messages name `label`. */
export function text(label: string, { max, multiline = false, optional = false }: TextRules) {
  return z.string(message.required(label)).superRefine((value, context) => {
    const refuse = (why: string) => context.addIssue({ code: 'custom', message: why });
    if (!optional && value === '') refuse(message.required(label));
    else if (!optional && value.trim() === '') refuse(message.blank(label));
    if (hasUnreadableCharacters(value, { multiline })) refuse(message.unreadableCharacters(label));
    if (codePoints(value) > max) refuse(message.maxLength(label, max));
  });
}

/** A text that one of the specification's rules judges; `problem` gives the message of the rule that failed. */
export function ruled(label: string, problem: (value: string) => string | null) {
  return z.string(message.required(label)).superRefine((value, context) => {
    const why = value === '' ? message.required(label) : problem(value);
    if (why) context.addIssue({ code: 'custom', message: why });
  });
}
