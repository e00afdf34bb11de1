-- Nothing calls it: private.check_caller() reads the claim itself.
drop function private.is_application();
