-- Comments of the search in plainer words.
comment on table search.job_facets is
  'Each open job under category 0 (all) and under each of its own; updated by triggers. A missing bound of the budget is 0 or the largest integer; type ''-'' means that no figure was stated.';
comment on table search.job_counts_by_category is
  'The number of open jobs of each category by day, so that the plain directory need not count them for each visitor.';
comment on function search.update_job_facets() is 'Trigger: updates the facets and counts of a job.';
comment on function search.rebuild_job_facets() is
  'Rebuilds the facets and counts of all jobs, for rows that were loaded without triggers.';
comment on function private.check_job_facets(integer) is
  'Compares the facets and counts with the jobs, and rebuilds them if anything differs.';
comment on function search.letters_and_pairs(text) is 'Every letter of a place, and every pair of adjacent letters.';
comment on function search.rebuild_admin_search() is
  'Rebuilds the search rows of all admins'' lists, for rows that were loaded without triggers.';
comment on function stats.rebuild_list_counts() is 'Recounts the parts of every list from its rows.';
comment on function search.outward_code(text) is
  'The first half of a postcode in a text, in lower case; the second half is ignored.';
comment on function search.split_words(text) is
  'The words of a text in order: letters and digits in lower case, without accents and apostrophes.';
comment on function search.normalise_place(text) is
  'A location as it is compared: in lower case, with single spaces; null if there is none.';
comment on function search.searchable_text(text[]) is
  'The text that is searched: all texts in lower case, each word after a space.';
comment on function search.sync_listing_order() is 'Trigger: copies what orders a listing to search.listing_order.';
