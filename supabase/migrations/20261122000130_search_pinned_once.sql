-- The path of names is pinned once, by the functions that callers may run. Each of those inside pinned it again, a
-- dozen times a search and a fifth of its time. None of them is a definer's, and all name what they use in full.

alter function private.changed_slots(integer) reset search_path;
alter function private.holds(integer, text[], integer[], integer[]) reset search_path;
alter function private.lexemes_of(text, boolean) reset search_path;
alter function private.locate(text) reset search_path;
alter function private.members(text[], integer[], integer[], integer, integer[]) reset search_path;
alter function private.members_of(text[], integer, integer[]) reset search_path;
alter function private.nearest_word(text) reset search_path;
alter function private.read_place(text, text, integer) reset search_path;
alter function private.read_words(text) reset search_path;
alter function private.search_size() reset search_path;
alter function private.slots_between(bit varying, integer, integer) reset search_path;
alter function private.slots_by_date(bit varying, integer[], integer, integer) reset search_path;
alter function private.slots_by_distance(bit varying, integer[], integer, text[], bigint[], double precision, integer, integer) reset search_path;
alter function private.slots_by_rating(bit varying, integer[], double precision, integer, integer) reset search_path;
alter function private.slots_in_turn(bit varying, double precision, integer, integer) reset search_path;
alter function private.towns_near(real, real, integer) reset search_path;
alter function private.turn() reset search_path;
