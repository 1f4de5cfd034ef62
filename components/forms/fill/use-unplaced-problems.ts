'use no memo';

import { useEffect, useState } from 'react';
import type { FormRecord } from '#components/fields/form-record.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';
import type { InitialFill, Refusal } from './fill-data.ts';
import { useIntl } from './fill-messages.ts';

/** Shows the problems of a refusal at their fields. @returns those that belong to no field */
export const placeProblems = (record: FormRecord, refusal: Refusal, messages: MessageCatalog): string[] => [
  ...(refusal.problem ? [refusal.problem] : []),
  ...Object.entries(record.takeServerErrors(refusal)).flatMap(([path, texts]) =>
    texts.map((message) =>
      path === 'version' ? refusalMessage({ code: 'unknown_version', message }, messages) : message,
    ),
  ),
];

/**
 * The problems that belong to no field, and how often the user has met problems: each time their summary is focused.
 * @param rendered those that the server rendered
 */
export function useUnplacedProblems(
  record: FormRecord,
  beginning: InitialFill,
  rendered: string[],
  isHydrated: boolean,
) {
  const intl = useIntl();
  const [tries, setTries] = useState(0);
  const [others, setOthers] = useState(rendered);
  const refuse = (problems: string[]) => {
    setOthers(problems);
    setTries((count) => count + 1);
  };
  // What the server refused before hydration is shown by the record that is filled from now on.
  useEffect(() => {
    if (!isHydrated) return;
    setOthers(placeProblems(record, beginning, intl));
    if (Object.keys(beginning.errors).length > 0 || beginning.problem) setTries((count) => count + 1);
  }, [isHydrated, record, beginning, intl]);
  return {
    others,
    tries,
    /** Shows problems: these, and those of the fields. */
    refuse,
    /** For another page, or another try. */
    reset() {
      setOthers([]);
      setTries(0);
    },
  };
}
