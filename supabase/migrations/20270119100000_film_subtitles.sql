-- Films of a portfolio may have subtitles.

create or replace function private.valid_work_sample(sample jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(sample) <> 'object' then false
    when coalesce(sample ->> 'id', '') = '' or char_length(sample ->> 'id') > 100 then false
    when not (private.is_short_text(sample -> 'title', 100) and private.is_short_text(sample -> 'description', 1000)) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null then false
    when not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' then true
    else jsonb_array_length(sample -> 'media') <= 20 and not exists (
      select from jsonb_array_elements(sample -> 'media') as item
      where jsonb_typeof(item) <> 'object'
         or not coalesce(private.valid_file_address(item ->> 'url'), false)
         or coalesce(item ->> 'type', '') not in ('image', 'video')
         or not private.is_short_text(item -> 'id', 100)
         or not private.is_short_text(item -> 'filename', 255)
         or not private.is_short_text(item -> 'alt', 200)
         or not private.is_short_text(item -> 'caption', 200)
         or not (private.is_short_text(item -> 'subtitles', 6000) and starts_with(coalesce(item ->> 'subtitles', 'WEBVTT'), 'WEBVTT')))
    end
$$;
comment on function private.valid_work_sample(jsonb) is
  '{id, title, description, media: [{id, url, type, filename, alt, caption, subtitles}]}, at most 20 media; subtitles are WebVTT; an older item may carry imageUrl instead (spec 2 section 3).';
