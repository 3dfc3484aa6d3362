ALTER TABLE "draft_records" ALTER COLUMN "why" DROP NOT NULL;--> statement-breakpoint
-- A typed answer kept the record of the rejected draft whose place it took.
UPDATE "draft_records" SET "why" = NULL, "alternatives" = '[]' FROM "comments" WHERE "comments"."id" = "comment_id" AND "comments"."generated_content" = '';
