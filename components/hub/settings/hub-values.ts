import type { IntlShape } from 'react-intl';
import type { Hub } from '#lib/contract/hub.ts';
import { DEFAULT_CURRENCY, TRASH_DAYS } from '#lib/text/constants.ts';
import { handleProblem } from '#lib/text/handle.ts';
import { blank, invalidType, maxLength, required } from '#lib/text/messages.ts';
import { codePoints, isBlank } from '#lib/text/text.ts';
import { localeProblems } from './LocaleSection.tsx';
import { invalidMailDomain, parseMailDomains } from './mail-domains.ts';

const NAME_MAX = 255;
const DESCRIPTION_MAX = 2000;

/** The text fields of the form. */
export const hubValues = (hub: Hub) => ({
  trash_days: String(hub.trash_days ?? ''),
  locale: hub.locale ?? '',
  time_zone: hub.time_zone ?? '',
  name: hub.name,
  domain_handle: hub.domain_handle,
  description: hub.description,
  join_domains: hub.join_domains.join('\n'),
});
export type HubValues = ReturnType<typeof hubValues>;
export const HUB_FIELDS = [
  'name',
  'domain_handle',
  'description',
  'join_domains',
  'trash_days',
  'locale',
  'time_zone',
] as const;
/** The choices of the form. */
export const hubChoices = ({
  visibility,
  members_create_spaces,
  allow_indexing,
  country,
  currency,
}: Hub) => ({
  visibility,
  country,
  currency: currency ?? DEFAULT_CURRENCY,
  members_create_spaces,
  allow_indexing,
});

export type HubChoices = ReturnType<typeof hubChoices>;

/** Whether it is a valid number of days for retaining the trash. */
export const isDays = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= TRASH_DAYS.least && Number(text) <= TRASH_DAYS.most;

/** The problems of the typed values, by field. */
export function hubProblems(values: HubValues, intl: IntlShape) {
  const name = intl.formatMessage({ id: 'hub_settings.name' });
  const handle = intl.formatMessage({ id: 'hub_settings.handle' });
  const description = intl.formatMessage({ id: 'hub_settings.description' });
  const wrong = invalidMailDomain(parseMailDomains(values.join_domains));
  return {
    name: !values.name
      ? required(name)
      : isBlank(values.name)
        ? blank(name)
        : codePoints(values.name) > NAME_MAX
          ? maxLength(name, NAME_MAX)
          : null,
    domain_handle: values.domain_handle ? handleProblem(values.domain_handle, handle) : required(handle),
    description:
      codePoints(values.description) > DESCRIPTION_MAX ? maxLength(description, DESCRIPTION_MAX) : null,
    join_domains: wrong ? invalidType(wrong, 'mail domain') : null,
    ...localeProblems(values, (problem) => intl.formatMessage({ id: `hub_settings.${problem}` })),
    trash_days: isDays(values.trash_days)
      ? null
      : intl.formatMessage({ id: 'hub_settings.trash_days_wrong' }, TRASH_DAYS),
  };
}

/** Whether there is something to save. */
export function isHubChanged(hub: Hub, values: HubValues, choices: HubChoices): boolean {
  return (
    values.name !== hub.name ||
    values.domain_handle !== hub.domain_handle ||
    values.description !== hub.description ||
    parseMailDomains(values.join_domains).join() !== hub.join_domains.join() ||
    Number(values.trash_days) !== hub.trash_days ||
    values.locale.trim() !== (hub.locale ?? '') ||
    values.time_zone.trim() !== (hub.time_zone ?? '') ||
    choices.visibility !== hub.visibility ||
    choices.country !== hub.country ||
    choices.currency !== hub.currency ||
    choices.members_create_spaces !== hub.members_create_spaces ||
    choices.allow_indexing !== hub.allow_indexing
  );
}
