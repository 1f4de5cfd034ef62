'use no memo';

import type { GetServerSideProps } from 'next';
import type { ReactElement } from 'react';
import { FillLayout } from '#components/forms/fill/FillLayout.tsx';
import { FillPage } from '#components/forms/fill/FillPage.tsx';
import type { FillData } from '#components/forms/fill/fill-data.ts';
import { loadFill } from '#components/forms/fill/load-fill.ts';

/** The page on which a form is filled; its weight is kept small because anybody may open it anywhere. */
export default function FillFormPage(data: FillData) {
  return <FillPage data={data} />;
}

FillFormPage.getLayout = (page: ReactElement) => <FillLayout>{page}</FillLayout>;

export const getServerSideProps: GetServerSideProps<FillData> = (context) => loadFill(context);
