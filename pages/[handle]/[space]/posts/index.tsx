import dynamic from 'next/dynamic';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { type LoadedPosts, loadPosts } from '#components/space/posts/load-posts.ts';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';

const PostsScreen = dynamic(() =>
  import('#components/space/posts/PostsScreen.tsx').then((file) => file.PostsScreen),
);

export default function PostsPage({ shell: _, ...loaded }: WithShell<LoadedPosts>) {
  return <PostsScreen key={loaded.space.id} {...loaded} />;
}

PostsPage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<LoadedPosts>({}, async (visit) => {
  const loaded = await loadPosts(visit);
  return loaded ? { props: loaded } : { notFound: true };
});
