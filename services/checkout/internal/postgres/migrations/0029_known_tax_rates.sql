-- +goose Up

-- A country without a row had rate 0, also one that doesn't exist. Now nothing is invoiced without a row. These are the other countries of
-- ISO 3166-1: supplies there are outside the scope of the EU's tax.
INSERT INTO vat_rates (country, valid_from, rate_bps)
SELECT country, '2024-01-01', 0 FROM regexp_split_to_table(
    'AD AE AF AG AI AL AM AO AQ AR AS AU AW AX AZ BA BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
     CG CH CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GB GD GE GF GG GH GI GL GM GN GP
     GQ GS GT GU GW GY HK HM HN HT ID IL IM IN IO IQ IR IS JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK
     LR LS LY MA MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NO NP NR NU NZ OM PA PE
     PF PG PH PK PM PN PR PS PW PY QA RE RS RU RW SA SB SC SD SG SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH
     TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
    '\s+') AS country
ON CONFLICT DO NOTHING;

-- Orders that aren't invoiced yet. Without a country, the seller's counts.
UPDATE checkouts c SET billing_country = CASE billing_country WHEN 'EL' THEN 'GR' WHEN 'UK' THEN 'GB' ELSE '' END
WHERE billing_country <> '' AND NOT EXISTS (SELECT FROM vat_rates r WHERE r.country = c.billing_country)
    AND NOT EXISTS (SELECT FROM papers p WHERE p.checkout_id = c.id);
