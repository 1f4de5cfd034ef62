/**
 * The layout of who is signed in, for pages that visitors see, too. By a name of its own: what the bundler puts together for
 * it leaves out what these pages have, as what `pages/_app.tsx` loads for any page can't.
 */
export { default } from './AppLayout.tsx';
