import { lossyNumber } from '#lib/fields/json-number.ts';
import { BODY_DEPTH_MAX, isNestedDeeper } from '#lib/text/json-depth.ts';
import * as message from '#lib/text/messages.ts';
import { invalid, unreadableBody } from './api-error.ts';
import { fieldPath } from './parse.ts';

/** Of a name that is repeated in a message. */
const NAME_MAX = 100;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(body: Buffer): string {
  try {
    return strictUtf8.decode(body);
  } catch {
    throw unreadableBody('unreadable_text', 'The body is not valid UTF-8.');
  }
}

function parsed(text: string): unknown {
  if (isNestedDeeper(text, BODY_DEPTH_MAX)) {
    throw unreadableBody(
      'unreadable_json',
      `The body is nested deeper than ${BODY_DEPTH_MAX} lists and objects.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableBody('unreadable_json', 'The body is not valid JSON.');
  }
}

/**
 * Reads a JSON body. Every number in it keeps all its digits.
 * @throws ApiError 400 for a body that is not UTF-8, not JSON, or nested deeper than any request needs; 422
 * for a number that would be stored as another one; the fields of a submission are named as in its other
 * refusals, without `values`
 */
export function readJsonBody(body: Buffer): unknown {
  const text = decoded(body);
  const value = parsed(text);
  const lossy = lossyNumber(text);
  if (!lossy) return value;
  const steps = lossy.path[0] === 'values' && lossy.path.length > 1 ? lossy.path.slice(1) : lossy.path;
  const name = steps.findLast((step) => typeof step === 'string') ?? 'Body';
  const describe = lossy.kind === 'too_precise' ? message.tooPrecise : message.outOfRange;
  throw invalid({ [fieldPath(steps) || 'body']: [describe(String(name).slice(0, NAME_MAX))] });
}
