CREATE TABLE "comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"video_id" integer NOT NULL,
	"content" text NOT NULL,
	"style" text NOT NULL,
	"quality_score" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"analysis" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"generated_content" text NOT NULL,
	"previous_texts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"voice_profile_id" integer,
	"model" text,
	"youtube_comment_id" text,
	"failure_code" text,
	"failure_reason" text,
	"like_count" integer,
	"reply_count" integer,
	"visibility" text,
	"outcomes_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "database_stamp" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"google" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_account" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"google_sub" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"picture" text,
	"channel_id" text,
	"channel_title" text,
	"scopes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed_access_token" text,
	"sealed_refresh_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"grant_expires_at" timestamp (3) with time zone,
	"blocked_code" text,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_totals" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"forgotten_videos" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_attempts" (
	"id" serial PRIMARY KEY NOT NULL,
	"comment_id" integer NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"content" text NOT NULL,
	"youtube_video_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"author_channel_id" text NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"outcome_code" text,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "queue_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"comment_id" integer NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"auto_post" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	"held_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quota_usage" (
	"pacific_day" varchar(10) NOT NULL,
	"bucket" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	CONSTRAINT "quota_usage_pacific_day_bucket_pk" PRIMARY KEY("pacific_day","bucket")
);
--> statement-breakpoint
CREATE TABLE "search_cache" (
	"key" text PRIMARY KEY NOT NULL,
	"video_ids" jsonb NOT NULL,
	"total_results" integer NOT NULL,
	"enhanced" boolean DEFAULT false NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"active_voice_profile_id" integer,
	"auto_queue_enabled" boolean DEFAULT true NOT NULL,
	"min_gap_seconds" integer DEFAULT 60 NOT NULL,
	"daily_cap" integer DEFAULT 50 NOT NULL,
	"channel_cooldown_hours" integer DEFAULT 0 NOT NULL,
	"blocked_channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"posting_paused" boolean DEFAULT false NOT NULL,
	"loop_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" serial PRIMARY KEY NOT NULL,
	"youtube_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"channel_title" text NOT NULL,
	"channel_id" text NOT NULL,
	"thumbnail_url" text,
	"published_at" text NOT NULL,
	"view_count" bigint,
	"like_count" bigint,
	"comment_count" bigint,
	"comments_off" boolean DEFAULT false NOT NULL,
	"language" text,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"match_score" integer,
	"engagement_score" integer,
	"content_insights" jsonb,
	"available" boolean DEFAULT true NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "videos_youtube_id_unique" UNIQUE("youtube_id")
);
--> statement-breakpoint
CREATE TABLE "voice_profiles" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"expertise_areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_comment_style" text DEFAULT 'insightful' NOT NULL,
	"communication_style" text,
	"business_goals" text,
	"brand_personality" text,
	"industry_focus" text,
	"voice_examples" text,
	"avoid_words" text,
	"preferred_words" text,
	"business_description" text,
	"target_audience" text,
	"key_messages" text,
	"prompt_framework" text,
	"custom_instructions" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_voice_profile_id_voice_profiles_id_fk" FOREIGN KEY ("voice_profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_attempts" ADD CONSTRAINT "post_attempts_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_active_voice_profile_id_voice_profiles_id_fk" FOREIGN KEY ("active_voice_profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_video_id" ON "comments" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "comments_status" ON "comments" USING btree ("status");--> statement-breakpoint
CREATE INDEX "comments_created_at" ON "comments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "post_attempts_one_open" ON "post_attempts" USING btree ("comment_id") WHERE "post_attempts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "post_attempts_open" ON "post_attempts" USING btree ("state","started_at") WHERE "post_attempts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "post_attempts_started_at" ON "post_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "post_attempts_comment_id" ON "post_attempts" USING btree ("comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_items_comment_id" ON "queue_items" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "queue_items_due_at" ON "queue_items" USING btree ("due_at") WHERE "queue_items"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "queue_items_order" ON "queue_items" USING btree ("priority" DESC NULLS LAST,"created_at");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "videos_fetched_at" ON "videos" USING btree ("fetched_at");--> statement-breakpoint
CREATE INDEX "videos_channel_id" ON "videos" USING btree ("channel_id");