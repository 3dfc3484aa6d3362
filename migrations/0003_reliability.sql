CREATE TABLE "forgotten_videos" (
	"youtube_id_hash" varchar(43) PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posting_hold" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"comment_id" integer,
	"suspect" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "post_attempts" ADD COLUMN "reached_youtube" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "search_cache" ADD COLUMN "assessed_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "absent_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "comments_shown_at" ON "comments" USING btree (coalesce("posted_at", "created_at"),"id");--> statement-breakpoint
ALTER TABLE "search_cache" DROP COLUMN "enhanced";