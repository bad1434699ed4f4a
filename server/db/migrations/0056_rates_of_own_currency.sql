-- Charges in the company's own currency need no exchange rate. One that was left there multiplied their totals and was
-- shown nowhere; from this version on it counts for nothing. It is cleared, which the job's history tells.
update origin_charges c set exchange_rate = null from accounts a
where a.id = c.account_id and c.exchange_rate is not null and (c.currency is null or c.currency = a.currency);
update freight_charges c set exchange_rate = null from accounts a
where a.id = c.account_id and c.exchange_rate is not null and (c.currency is null or c.currency = a.currency);
update destination_charges c set exchange_rate = null from accounts a
where a.id = c.account_id and c.exchange_rate is not null and (c.currency is null or c.currency = a.currency);
