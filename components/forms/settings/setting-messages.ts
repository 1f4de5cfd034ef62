import type { IntlShape } from 'react-intl';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';

/** Parts of the theme with a displayed name. */
const THEME_PART_NAMES = {
  'theme.preset': 'form_design.preset',
  'theme.accent': 'form_design.accent',
  'theme.background': 'form_design.background',
  'theme.surface': 'form_design.surface',
  'theme.text': 'form_design.text',
  'theme.font_size': 'form_design.font_size',
  'theme.radius': 'form_design.radius',
  'theme.cover': 'form_design.cover',
  'theme.logo': 'form_design.logo',
} as const;

/** The displayed names of values in a list. */
const CHOICES = {
  spam: {
    off: 'form_settings.spam_off',
    honeypot_and_rate: 'form_settings.spam_honeypot_and_rate',
    proof_of_work: 'form_settings.spam_proof_of_work',
  },
  hidden_values: { drop: 'form_settings.hidden_drop', keep: 'form_settings.hidden_keep' },
  'theme.font_size': {
    small: 'form_design.font_small',
    medium: 'form_design.font_medium',
    large: 'form_design.font_large',
  },
  'theme.radius': {
    square: 'form_design.radius_square',
    soft: 'form_design.radius_soft',
    round: 'form_design.radius_round',
  },
  'theme.preset': {
    violet: 'form_design.preset_violet',
    paper: 'form_design.preset_paper',
    lagoon: 'form_design.preset_lagoon',
    meadow: 'form_design.preset_meadow',
    rose: 'form_design.preset_rose',
    night: 'form_design.preset_night',
    slate: 'form_design.preset_slate',
    forest: 'form_design.preset_forest',
  },
} as const satisfies Record<string, Record<string, FormatjsIntl.Message['ids']>>;

const own = <Value>(entries: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

/** The displayed name of a part of the theme; its own name where there is none. */
export function settingPartName(intl: IntlShape, part: string): string {
  const id = own<FormatjsIntl.Message['ids']>(THEME_PART_NAMES, part);
  return id ? intl.formatMessage({ id }) : part.replace(/^theme\./, '');
}

/** The value of a setting, or of a part of the theme, as text. */
export function settingValueText(
  intl: IntlShape,
  content: DraftContent,
  part: string,
  value: unknown,
): string {
  if (value === null || value === undefined || value === '') {
    return intl.formatMessage({ id: part === 'theme' ? 'form_design.preset_none' : 'builder.conflict_none' });
  }
  if (typeof value === 'boolean') {
    return intl.formatMessage({ id: value ? 'builder.conflict_yes' : 'builder.conflict_no' });
  }
  if (typeof value === 'number') return intl.formatNumber(value);
  if (typeof value !== 'string') return presetText(intl, value);
  if (part === 'opens_at' || part === 'closes_at') {
    return intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' });
  }
  const choices = own<Readonly<Record<string, FormatjsIntl.Message['ids']>>>(CHOICES, part);
  const choice = choices && own(choices, value);
  if (choice) return intl.formatMessage({ id: choice });
  if (part === 'receipt_field') {
    const label = findField(content.fields, value)?.field.label;
    return label ? String(label) : intl.formatMessage({ id: 'form_settings.receipt_gone_option' });
  }
  if (part === 'country') return intl.formatDisplayName(value, { type: 'region' }) ?? value;
  if (part === 'theme.cover' || part === 'theme.logo') {
    return intl.formatMessage({ id: 'form_settings.conflict_picture' });
  }
  return value;
}

/** A whole theme is named by its preset. */
function presetText(intl: IntlShape, theme: unknown): string {
  const preset = typeof theme === 'object' && theme !== null && 'preset' in theme ? theme.preset : undefined;
  const id = own<FormatjsIntl.Message['ids']>(CHOICES['theme.preset'], String(preset));
  return id ? intl.formatMessage({ id }) : JSON.stringify(theme);
}
