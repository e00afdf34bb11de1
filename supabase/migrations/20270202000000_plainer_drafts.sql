-- Plainer words in the drafts of the privacy notice and the terms, for new sites only: where people have accounts, these
-- texts are in force, and only an admin changes them. It is no admin's change.
alter table public.site_settings disable trigger user;
update public.site_settings set value = to_jsonb(replace(replace(replace(replace(value #>> '{}',
  'Our payment and email providers process data', 'The companies that handle our payments and emails process data'),
  '## Why we may

We need most of it to do what you ask of us (a contract with you). We keep security records, and the log of what our moderators do, because we have a legitimate interest in a safe site. We keep invoices because the law asks for it. We send marketing only if you agreed, and you can take that back in every mail.',
  '## Why we may use your data

- **To do what you ask of us** (our contract with you): most of it.
- **To keep the site safe** (our legitimate interest): security records, and the log of what our moderators do.
- **Because the law requires it**: invoices.
- **Because you agreed**: marketing. Every such email has a link to stop it.'),
  'to members who ask for them; each look is recorded and shown to the poster.',
  'to members who ask for them. We show the poster who has seen them.'),
  '## How long

As long as you have an account. When you delete it, your data are erased 14 days later.',
  '## How long we keep it

As long as you have an account. When you delete it, we erase your data 14 days later. We erase the contact details of a job 90 days after it ends.'))
  where key = 'legal_privacy' and not exists (select from public.profiles);
update public.site_settings set value = to_jsonb(replace(replace(replace(value #>> '{}',
  'We do not check every provider,', 'We do not check anybody''s identity, qualifications or insurance,'),
  '## Membership of providers',
  '## Membership'),
  'A free year by coupon ends by itself and never turns into a charge without your own act.',
  'A free year by coupon ends by itself. You pay nothing unless you choose a plan.'))
  where key = 'legal_terms' and not exists (select from public.profiles);
alter table public.site_settings enable trigger user;
