CREATE TABLE "replies" (
	"id" serial PRIMARY KEY NOT NULL,
	"comment_id" integer NOT NULL,
	"youtube_reply_id" text NOT NULL,
	"author_channel_id" text,
	"author_name" text,
	"text" text,
	"like_count" integer,
	"is_video_author" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replies_youtube_reply_id_unique" UNIQUE("youtube_reply_id")
);
--> statement-breakpoint
DROP INDEX "comments_video_id";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "read_reply_count" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "next_figures_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "visibility_reason" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "visibility_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "looks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "next_look_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reply_id" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_example" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "post_attempts" ADD COLUMN "kind" text DEFAULT 'insert' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_attempts" ADD COLUMN "parent_youtube_id" text;--> statement-breakpoint
ALTER TABLE "quota_usage" ADD COLUMN "outcomes_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "outcome_units" integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replies_comment_id" ON "replies" USING btree ("comment_id","published_at");--> statement-breakpoint
CREATE INDEX "replies_state" ON "replies" USING btree ("state","published_at","id");--> statement-breakpoint
CREATE INDEX "replies_fetched_at" ON "replies" USING btree ("fetched_at");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_id_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."replies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_one_a_video" ON "comments" USING btree ("video_id") WHERE "comments"."reply_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply_id" ON "comments" USING btree ("reply_id") WHERE "comments"."reply_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_next_look_at" ON "comments" USING btree ("next_look_at") WHERE "comments"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_next_figures_at" ON "comments" USING btree ("next_figures_at") WHERE "comments"."next_figures_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_visibility" ON "comments" USING btree ("visibility","visibility_checked_at") WHERE "comments"."visibility" is not null;--> statement-breakpoint
CREATE INDEX "comments_examples" ON "comments" USING btree ("created_at") WHERE "comments"."is_example";--> statement-breakpoint
CREATE INDEX "comments_voice_profile_id" ON "comments" USING btree ("voice_profile_id");--> statement-breakpoint
CREATE INDEX "comments_video_id" ON "comments" USING btree ("video_id");--> statement-breakpoint
ALTER TABLE "replies" ALTER CONSTRAINT "replies_comment_id_comments_id_fk" DEFERRABLE;--> statement-breakpoint
UPDATE "comments" SET "next_figures_at" = now() WHERE "status" = 'posted' AND "youtube_comment_id" IS NOT NULL;
