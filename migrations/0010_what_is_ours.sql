DROP INDEX "comments_one_a_video";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "figures_reason" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "look_failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "post_attempts" ADD COLUMN "author_channel_title" text;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "has_picture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_one_a_video" ON "comments" USING btree ("video_id") WHERE "comments"."reply_id" is null and "comments"."withdrawn_at" is null;--> statement-breakpoint
UPDATE "post_attempts" SET "author_channel_title" = "channel_title" FROM "google_account" WHERE "google_account"."channel_id" = "post_attempts"."author_channel_id";--> statement-breakpoint
-- Answers went with the comment that they stood under.
UPDATE "comments" SET "withdrawn_at" = parents.withdrawn_at, "visibility_reason" = 'gone_with_comment', "next_look_at" = NULL
FROM "replies" JOIN "comments" parents ON parents.id = "replies"."comment_id"
WHERE "comments"."reply_id" = "replies"."id" AND "comments"."status" = 'posted' AND "comments"."withdrawn_at" IS NULL AND parents.withdrawn_at IS NOT NULL;
