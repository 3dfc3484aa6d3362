ALTER TABLE "user_settings" ALTER COLUMN "min_gap_seconds" SET DEFAULT 300;--> statement-breakpoint
ALTER TABLE "user_settings" ALTER COLUMN "daily_cap" SET DEFAULT 20;