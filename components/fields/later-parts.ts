/** Parts of a form's page that it loads when they are needed, or before the network may go away: the same for both. */
export const loadSentFiles = () => import('./SentFiles.tsx');
export const loadFileAnswers = () => import('./create-file-answers.ts');
export const loadOptionFinder = () => import('./OptionFinder.tsx');
export const loadNumberEditor = () => import('./NumberEditor.tsx');
export const loadTimeEditor = () => import('./TimeEditor.tsx');
export const loadPhoneEditor = () => import('./PhoneEditor.tsx');
export const loadAddressEditor = () => import('./AddressEditor.tsx');
export const loadChoiceEditor = () => import('./ChoiceEditor.tsx');
export const loadErrorSummary = () => import('./ErrorSummary.tsx');
/** Patterns are checked from when it is there. */
export const loadPatterns = () => import('#lib/fields/pattern.ts');
