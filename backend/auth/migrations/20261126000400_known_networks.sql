-- Networks from which an account signed in before: guesses by strangers elsewhere do not slow those down.

create table _backend.auth_known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, network_hash)
);
comment on table _backend.auth_known_networks is
  'A keyed hash of the user and the network (/24, /64), the newest few of each user, until they have not been seen for some months.';
create index auth_known_networks_seen_at_idx on _backend.auth_known_networks (seen_at);
