/** The account that a demo instance offers on its sign-in page. */
export const DEMO_ACCOUNT = { email: 'amina@nordwind.example', password: 'Boathouse-2026' };
