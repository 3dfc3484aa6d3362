DROP INDEX "queue_items_order";--> statement-breakpoint
DROP INDEX "videos_channel_id";--> statement-breakpoint
DROP INDEX "comments_status";--> statement-breakpoint
CREATE INDEX "comments_content_words" ON "comments" USING gin (to_tsvector('simple', "content"));--> statement-breakpoint
CREATE INDEX "queue_items_position" ON "queue_items" USING btree ((-"priority"),"created_at","comment_id");--> statement-breakpoint
CREATE INDEX "queue_items_time" ON "queue_items" USING btree (coalesce("scheduled_for", timestamptz 'infinity'),"comment_id");--> statement-breakpoint
CREATE INDEX "videos_channel_newest" ON "videos" USING btree ("channel_id","fetched_at");--> statement-breakpoint
CREATE INDEX "videos_title_words" ON "videos" USING gin (to_tsvector('simple', "title"));--> statement-breakpoint
CREATE INDEX "videos_channel_words" ON "videos" USING gin (to_tsvector('simple', "channel_title"));--> statement-breakpoint
CREATE INDEX "comments_status" ON "comments" USING btree ("status",coalesce("posted_at", "created_at"),"id","style");