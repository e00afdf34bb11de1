-- The bound of a portfolio's text leaves room for every portfolio without subtitles.

create or replace function private.check_work_samples() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Kept as a path: it stays right when the site moves, and cannot lead to another server.
  shelf constant text := '/storage/v1/object/public/portfolio_media/';
  problem text;
begin
  -- Only what a person writes: the sample and imports have rules of their own (see check_own_profile).
  if current_user not in ('anon', 'authenticated') or new.work_samples = old.work_samples then
    return new;
  end if;
  problem := case
    when jsonb_typeof(new.work_samples) <> 'array' then 'Your portfolio could not be read. Please reload the page and try again.'
    when jsonb_array_length(new.work_samples) > 40 then 'Your portfolio can have at most 40 items. Please remove one before you add another.'
    -- One that is already longer may become shorter.
    when char_length(new.work_samples::text) > greatest(1000000, char_length(old.work_samples::text)) then 'Your portfolio has more text than it can hold. Please shorten descriptions or remove subtitles.'
    when not private.valid_work_samples(new.work_samples) then 'This portfolio item is not valid. Please check its texts and files, and try again.'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two of your portfolio items are the same. Please remove one of them.'
    when exists (
      select from jsonb_array_elements(new.work_samples) as sample
      where sample ->> 'imageUrl' is null and sample -> 'media' = '[]'
        and sample not in (select jsonb_array_elements(old.work_samples)))
      then 'Please upload at least one media file'
    when exists (
      select from private.work_sample_files(new.work_samples) as shown
      where shown.address not in (select address from private.work_sample_files(old.work_samples))
        and not exists (
          select from storage.objects o
          where o.bucket_id = 'portfolio_media'
            and o.name = substr(shown.address, length(shelf) + 1)
            and shown.address = shelf || o.name
            and starts_with(o.name, new.id || '/portfolio/')
            and starts_with(o.metadata ->> 'mimetype', shown.type || '/')))
      then 'You can only show files that you uploaded to your portfolio. Please upload the file.'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;
