CREATE TABLE "posting_hold" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"comment_id" integer,
	"suspect" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "post_attempts" ADD COLUMN "reached_youtube" boolean DEFAULT true NOT NULL;