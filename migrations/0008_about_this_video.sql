CREATE TABLE "top_comments" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"comments" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_records" ADD COLUMN "material" jsonb;--> statement-breakpoint
ALTER TABLE "draft_records" ADD COLUMN "quoted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "has_captions" boolean;--> statement-breakpoint
ALTER TABLE "top_comments" ADD CONSTRAINT "top_comments_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "top_comments_fetched_at" ON "top_comments" USING btree ("fetched_at");--> statement-breakpoint
CREATE INDEX "draft_records_quoted_at" ON "draft_records" USING btree ("quoted_at") WHERE "draft_records"."quoted_at" is not null;--> statement-breakpoint
-- Every prompt so far holds what YouTube said of its video.
UPDATE "draft_records" SET "quoted_at" = "created_at";--> statement-breakpoint
-- A long transcript is stored as it is: compressing it would hold the embedded database up for as long as the rest.
ALTER TABLE "draft_records" ALTER COLUMN "material" SET STORAGE EXTERNAL;
