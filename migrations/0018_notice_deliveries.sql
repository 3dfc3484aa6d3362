ALTER TABLE "notices" ADD COLUMN "deliveries" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "notices" SET "deliveries" = "of"."deliveries" FROM (
  SELECT "notice_id", jsonb_object_agg("channel", jsonb_build_object(
    'channel', "channel",
    'state', CASE WHEN "sent_at" IS NOT NULL THEN 'sent' WHEN "next_try_at" IS NULL THEN 'given_up' WHEN "attempts" = 0 THEN 'waiting' ELSE 'failing' END,
    'attempts', "attempts",
    'nextTryAt', to_char("next_try_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answer', "answer"
  )) AS "deliveries" FROM "notice_deliveries" GROUP BY "notice_id"
) AS "of" WHERE "of"."notice_id" = "notices"."id";--> statement-breakpoint
DROP TABLE "notice_deliveries" CASCADE;
