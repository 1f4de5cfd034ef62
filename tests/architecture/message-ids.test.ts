import { describe, expect, it } from 'vitest';
import { CUSTOM_MESSAGE_PLACEHOLDERS } from '#lib/forms/custom-message-placeholders.ts';
import fields from '#locales/en-US.fields.ts';
import fill from '#locales/en-US.fill.ts';
import messages from '#locales/en-US.ts';
import { FIXED_NAMES, RETIRED, uses } from './names.ts';

const IDS = Object.keys({ ...messages, ...fields, ...fill });

/** The retired words of an id, part by part: of `item.leave_stored` those of `item` and of `leave_stored`. */
const retiredIn = (id: string): string[] =>
  id
    .split('.')
    .flatMap((part) =>
      RETIRED.filter(
        ({ pattern, exceptions, standard = [] }) =>
          uses(part, pattern) && ![...exceptions, ...standard].includes(part),
      ).map(({ pattern, use }) => `${id} (instead of "${pattern}": ${use})`),
    );

/** Forms store their authors' own texts under these. */
const isStored = (id: string) => id in CUSTOM_MESSAGE_PLACEHOLDERS;

describe('ids of messages', () => {
  it.each(['answers.none', 'trash.end_title', 'editor.kept_here', 'sharing.thing_form'])(
    'are refused with a retired term: %s',
    (id) => {
      expect(retiredIn(id)).not.toEqual([]);
    },
  );

  it.each(['submissions.none', 'drafts.discard', 'calendar.weekend', 'item_list.list_end'])(
    'are accepted: %s',
    (id) => {
      expect(retiredIn(id)).toEqual([]);
    },
  );

  it('have no retired terms but those that are fixed, or stored with forms', () => {
    expect(IDS.length).toBeGreaterThan(3000);
    const own = IDS.filter((id) => !(id in FIXED_NAMES.messages) && !isStored(id));
    expect(own.flatMap(retiredIn)).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    const known = new Set(IDS);
    const unneeded = Object.keys(FIXED_NAMES.messages).filter(
      (id) => !known.has(id) || isStored(id) || retiredIn(id).length === 0,
    );
    expect(unneeded).toEqual([]);
  });
});
