CREATE TABLE "followed_channels" (
	"id" serial PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"uploads_id" text NOT NULL,
	"title" text,
	"thumbnail_url" text,
	"named_at" timestamp (3) with time zone NOT NULL,
	"last_video_at" timestamp (3) with time zone,
	"videos_last_30_days" integer DEFAULT 0 NOT NULL,
	"known_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"next_read_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"trouble" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followed_channels_channel_id_unique" UNIQUE("channel_id")
);
--> statement-breakpoint
CREATE TABLE "fresh_videos" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"search_id" integer,
	"is_short" boolean NOT NULL,
	"appeared_at" timestamp (3) with time zone NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone,
	"match" integer DEFAULT 0 NOT NULL,
	"matched_with" varchar(22) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "standing_searches" (
	"id" serial PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"view_count" text,
	"waiting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "drafted_for_you" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quota_usage" ADD COLUMN "following_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "skip_shorts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "morning_drafts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "morning_hour" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "morning_day" varchar(10);--> statement-breakpoint
ALTER TABLE "fresh_videos" ADD CONSTRAINT "fresh_videos_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_videos" ADD CONSTRAINT "fresh_videos_search_id_standing_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."standing_searches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fresh_videos_appeared_at" ON "fresh_videos" USING btree ("appeared_at");