CREATE TABLE "backup_failures" (
	"id" serial PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO "backup_failures" ("reason", "failed_at")
  SELECT "reason", "happened_at" FROM "notice_causes" WHERE "type" = 'backup.failed' ORDER BY "id";--> statement-breakpoint
DROP TABLE "notice_causes" CASCADE;--> statement-breakpoint
DROP INDEX "notices_untold";--> statement-breakpoint
DROP INDEX "notices_open";--> statement-breakpoint
DROP INDEX "notices_tell_at";--> statement-breakpoint
-- A reminder was a notice of its own; now the latest one of a cause is all that goes on.
UPDATE "notices" SET "resolved_at" = "later"."tell_at" FROM "notices" AS "later"
  WHERE "notices"."resolved_at" IS NULL AND "later"."id" > "notices"."id"
  AND "later"."cause" = "notices"."cause" AND "later"."type" = "notices"."type";--> statement-breakpoint
UPDATE "notices" SET "resolved_at" = "told_at"
  WHERE "told_at" IS NOT NULL AND "type" IN ('letter.daily', 'posting.resumed', 'backup.resumed');
