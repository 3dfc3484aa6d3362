CREATE TABLE "last_channel" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"google_sub" text NOT NULL,
	"channel_id" text NOT NULL,
	"channel_title" text,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "vacuumed_at" timestamp (3) with time zone;