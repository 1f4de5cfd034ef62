import { DraftsScreen } from '#components/drafts/DraftsScreen.tsx';
import { pageProps } from '#components/layout/page-props.ts';

export default function DraftsPage() {
  return <DraftsScreen />;
}

export const getServerSideProps = pageProps();
