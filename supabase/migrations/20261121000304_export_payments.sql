-- 'Download my data' also holds what was paid.

insert into private.export_parts (place, name, title, query) values
  (32, 'payments', 'Payments', 'select paid_at, pence, currency, number, period_start, period_end, receipt_url from public.payments where user_id = $1 order by paid_at desc');
