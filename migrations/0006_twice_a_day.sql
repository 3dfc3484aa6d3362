CREATE TABLE "model_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"sealed_key" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_cache" ADD COLUMN "pages" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_cache" ADD COLUMN "next_page_token" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "posting_slots" jsonb DEFAULT '[{"day":1,"time":"09:00"},{"day":1,"time":"13:00"},{"day":1,"time":"17:30"},{"day":2,"time":"09:00"},{"day":2,"time":"13:00"},{"day":2,"time":"17:30"},{"day":3,"time":"09:00"},{"day":3,"time":"13:00"},{"day":3,"time":"17:30"},{"day":4,"time":"09:00"},{"day":4,"time":"13:00"},{"day":4,"time":"17:30"},{"day":5,"time":"09:00"},{"day":5,"time":"13:00"},{"day":5,"time":"17:30"}]'::jsonb NOT NULL;