CREATE TABLE "bulk_drafts" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"style" text NOT NULL,
	"add_to_queue" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text
);
