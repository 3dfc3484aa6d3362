CREATE TABLE "own_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"profile_id" integer NOT NULL,
	"content" text NOT NULL,
	"content_key" varchar(64) NOT NULL,
	"source" text NOT NULL,
	"youtube_comment_id" text,
	"youtube_video_id" text,
	"written_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "own_comments" ADD CONSTRAINT "own_comments_profile_id_voice_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_comments_profile_content" ON "own_comments" USING btree ("profile_id","content_key");