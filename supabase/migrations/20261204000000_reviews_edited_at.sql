-- A provider sees in the Reviews tab too that a moderator edited a review.

create or replace view public.reviews with (security_invoker = true) as
  select id, provider_id, user_id as reviewer_id, coalesce(author_name, 'User') as reviewer_name,
    coalesce(description, title) as message, rating, created_at, edited_at
  from public.feedback;
