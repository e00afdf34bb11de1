-- Leaving and taking one's data along need the authentication service's own fresh proof (decision 26), which the
-- functions read from it.
drop function public.how_to_prove(uuid, uuid);
