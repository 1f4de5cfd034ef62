/** Messages of a public space as its visitors read it. */
const site = {
  'site.search': 'Search in {space}',
  'site.search_submit': 'Search',
  'site.pages': 'Pages of {space}',
  'site.contents': 'Contents',
  'site.neighbours': 'Previous and next page',
  'site.previous': 'Previous',
  'site.next': 'Next',
  'site.feed': 'Feed',
  'site.feed_of': 'Feed of changes in {space}',
  'site.results': '{count, plural, =0 {No result} one {# result} other {# results}} for “{query}”',
  'site.no_results': 'Nothing found',
  'site.no_results_text': 'Try other or fewer words.',
} as const;

export default site;
