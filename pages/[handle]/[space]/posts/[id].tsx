import dynamic from 'next/dynamic';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { type LoadedPost, loadPost } from '#components/space/posts/load-posts.ts';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';

const PostScreen = dynamic(() =>
  import('#components/space/posts/PostScreen.tsx').then((file) => file.PostScreen),
);

export default function PostPage({ shell: _, ...loaded }: WithShell<LoadedPost>) {
  return <PostScreen key={loaded.post.id} {...loaded} />;
}

PostPage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<LoadedPost>({}, async (visit) => {
  const loaded = await loadPost(visit);
  return loaded ? { props: loaded } : { notFound: true };
});
