ALTER TABLE "database_stamp" RENAME TO "database_origin";--> statement-breakpoint
ALTER TABLE "post_attempts" RENAME COLUMN "look_at" TO "next_check_at";--> statement-breakpoint
ALTER TABLE "post_attempts" RENAME COLUMN "looks" TO "check_count";--> statement-breakpoint
ALTER TABLE "queue_items" RENAME COLUMN "held_reason" TO "blocked_reason";