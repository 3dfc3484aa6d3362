DROP INDEX "comments_content_words";--> statement-breakpoint
DROP INDEX "videos_title_words";--> statement-breakpoint
DROP INDEX "videos_channel_words";--> statement-breakpoint
CREATE INDEX "comments_content_words" ON "comments" USING gin (to_tsvector('simple', regexp_replace("content", '[-+/.<&]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "videos_title_words" ON "videos" USING gin (to_tsvector('simple', regexp_replace("title", '[-+/.<&]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "videos_channel_words" ON "videos" USING gin (to_tsvector('simple', regexp_replace("channel_title", '[-+/.<&]', ' ', 'g')));